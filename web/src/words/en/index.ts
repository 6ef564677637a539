import { crowd } from "./crowd";
import { events } from "./events";
import { labs } from "./labs";
import { lessons } from "./lessons";
import { network } from "./network";
import { picture } from "./picture";
import { shell } from "./shell";
import { time } from "./time";
import { tools } from "./tools";

export const all = { ...shell, ...lessons, ...labs, ...events, ...picture, ...tools, ...time, ...network, ...crowd };

export { texts } from "./lessons";
