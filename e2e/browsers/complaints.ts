/*
 * Each engine prints a page's errors in its own format. Two kinds of lines do not count as errors: 4xx responses,
 * which belong to the tested cases, and the widget's messages to developers, which begin with its name.
 */

/**
 * Error lines of Firefox, which needs `devtools.console.stdout.content` and `browser.dom.window.dump.enabled` to
 * print them.
 */
const FIREFOX = /^(console\.error:|JavaScript error: https?:)/
/** Error lines of WebKit, which needs `enable-write-console-messages-to-stdout` to print them. */
const WEBKIT = /CONSOLE \w+ ERROR/

/**
 * Messages of Firefox's own modules, which begin with the module's name. One comes from its remote settings, which
 * cannot load without a network.
 */
const FIREFOX_OWN = /^console\.error: \w+: ?$/

const EXPECTED = [FIREFOX_OWN, /\[latchkey\]/, /responded with a status of 4\d\d/]

/** The console errors and uncaught errors in a browser's output. */
export function findComplaints(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => FIREFOX.test(line) || WEBKIT.test(line))
    .filter((line) => !EXPECTED.some((pattern) => pattern.test(line)))
}
