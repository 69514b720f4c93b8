/** Whether these pages are a site without a server: all is done on the visitor's device. */
declare const __SITE__: boolean;
/** Whether the pages came with an engine for browsers. */
declare const __ENGINE__: boolean;
