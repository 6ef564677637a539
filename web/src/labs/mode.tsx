import { Counters } from "../counters";
import { Problems } from "../panels";
import { Stage, type StageProps } from "../stage";
import { Told } from "../told";
import { Transport } from "../transport";
import { LabPanel } from "./panel";

// LabMode shows a lab: the picture, and beside it what is to be done. A lab with hosts has no picture.
export function LabMode(props: StageProps & { name: string }) {
  const { player, name, chosen, choose } = props;
  const drawn = player.draft === player.text || !/\battach:/.test(player.draft);
  return <main class={drawn ? "labs" : "labs alone"}>
    {drawn && <div class="stage">
      <Problems player={player} />
      <Stage {...props} />
      <Transport player={player} />
    </div>}
    <div class="side">
      <LabPanel player={player} name={name} chosen={chosen} choose={choose} drawn={drawn} />
      {drawn && <Told player={player} />}
      {drawn && <Counters player={player} chosen={chosen} choose={choose} />}
    </div>
  </main>;
}
