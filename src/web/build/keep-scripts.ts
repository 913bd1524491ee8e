import type { Plugin } from 'vite'

/**
 * Start of a script tag that Cloudflare's Rocket Loader leaves unchanged. Rocket Loader runs scripts later
 * and in another order. A page whose module never runs stays blank. The attribute must come before `src`.
 */
export const KEPT_SCRIPT = '<script data-cfasync="false"'

/**
 * Marks every script of a page that Vite builds. Marks the built page, because Vite replaces the tag of the
 * page’s module.
 */
export function keepScripts(): Plugin {
  return {
    name: 'latchkey:keep-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script ', `${KEPT_SCRIPT} `),
    },
  }
}
