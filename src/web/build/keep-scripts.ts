import type { Plugin } from 'vite'

/**
 * Marks every script of a page so that Cloudflare's Rocket Loader leaves it as it is. That runs scripts later and in an
 * order of its own, and a page whose module never runs stays blank. The mark has to stand in front of `src`. Vite writes
 * the tag of a page's module anew, so the mark is set on what it wrote.
 */
export function keepScripts(): Plugin {
  return {
    name: 'latchkey:keep-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script ', '<script data-cfasync="false" '),
    },
  }
}
