import { events } from "./events";
import { labs } from "./labs";
import { lessons } from "./lessons";
import { picture } from "./picture";
import { shell } from "./shell";
import { tools } from "./tools";

export const all = { ...shell, ...lessons, ...labs, ...events, ...picture, ...tools };

export { texts } from "./lessons";
