import { render } from "preact";
import { App } from "./app";
import "./style/base.css";
import "./style/shell.css";
import "./style/lesson.css";
import "./style/lab.css";
import "./style/picture.css";
import "./style/events.css";

render(<App />, document.getElementById("page")!);
