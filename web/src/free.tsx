import { useState } from "preact/hooks";
import { Live } from "./charts";
import { Counters } from "./counters";
import { Events } from "./events/list";
import { Figures } from "./figures";
import { jump, Network, Problems, Share, Text } from "./panels";
import { Stage, type StageProps } from "./stage";
import { Tabs } from "./tabs";
import { Told } from "./told";
import { Transport } from "./transport";
import { t } from "./words";

// Free is free play: the whole instrument.
export function Free(props: StageProps) {
  const { player, dark, chosen, choose } = props;
  const [tab, setTab] = useState("network");
  const tabs = [
    { id: "network", name: t("tool.network"), show: () => <Network player={player} chosen={chosen} choose={choose} /> },
    { id: "scenario", name: t("tool.scenario"), show: () => <Text player={player} /> },
    { id: "events", name: t("event.events"), show: () => <Events player={player} chosen={chosen} choose={choose} /> },
    { id: "charts", name: t("tool.charts"), show: () => <Live player={player} dark={dark} /> },
    { id: "figures", name: t("tool.figures"), show: () => <Figures player={player} /> },
    { id: "share", name: t("tool.share"), show: () => <Share player={player} chosen={chosen} /> },
  ];
  return <main class="free">
    <div class="stage">
      <Problems player={player} show={(line, column) => { setTab("scenario"); setTimeout(() => jump(line, column)); }} />
      <Stage {...props} />
      <Transport player={player} />
    </div>
    <div class="side">
      <Told player={player} />
      <Counters player={player} chosen={chosen} choose={choose} />
      <section class="panel"><div class="row changes" role="group" aria-label={t("tool.changes")}>
        <button type="button" id="back" disabled={!player.past.length} onClick={() => void player.back()}>↶ {t("tool.undo")}</button>
        <button type="button" id="forward" disabled={!player.ahead.length} onClick={() => void player.forward()}>↷ {t("tool.redo")}</button>
        <button type="button" id="reset" disabled={!player.past.length} title={t("tool.resetTitle")} onClick={() => void player.reset()}>{t("tool.reset")}</button>
      </div><Tabs tabs={tabs} tab={tab} set={setTab} /></section>
    </div>
  </main>;
}
