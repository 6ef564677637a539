import { Canvas } from "./canvas";
import { Legend } from "./legend";
import type { Player } from "./player";

export interface StageProps {
  player: Player;
  dark: boolean;
  thick: boolean; // for a projector: large text, thick lines
  chosen: number;
  choose(i: number): void;
  tools?: boolean; // whether the picture has its own controls
}

// Stage is the picture with its legend.
export function Stage({ player, dark, thick, chosen, choose, tools }: StageProps) {
  return <>
    <Canvas player={player} dark={dark} thick={thick} chosen={chosen} choose={choose} tools={tools} />
    <Legend dark={dark} player={player} />
  </>;
}
