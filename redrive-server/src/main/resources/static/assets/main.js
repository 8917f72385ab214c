// Everything that makes a page more than its HTML. Each file has one subject; pages can be read without any of them.
import { showTimes } from "./times.js";
import { startReader } from "./reader.js";
import { startKeys } from "./keys.js";
import { startMenu } from "./menu.js";
import { startActions } from "./actions.js";
import { startLive } from "./live.js";
import { startLetters } from "./letters.js";
import { startInbox } from "./inbox.js";
import { startCharts } from "./charts.js";
import { startPayload } from "./payload.js";
import { startEditor } from "./editor.js";
import { startAlerts } from "./alerts.js";
import { startReplays } from "./replays.js";

showTimes(document);
startReader();
startKeys();
startMenu();
startActions();
startLetters();
startInbox();
startCharts();
startPayload();
startEditor();
startAlerts();
startReplays();
startLive();
document.documentElement.dataset.ready = "yes";
