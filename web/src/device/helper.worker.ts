// A Worker that helps another one to search; it shares the memory of the engine.

import { serve, type HelperPlace } from "./wasm";

onmessage = ({ data }: MessageEvent<HelperPlace>) => serve(data);
