import type { DoctorFinding } from '#protocol/org/doctor.ts'
import type { Domain } from '#protocol/org/domains.ts'
import type { Integration } from '#protocol/org/console-api.ts'
import type { LoadedPage } from './load-page.ts'
import type { ReadHtml } from './read-html.ts'

/** All that the checks of a page look at. They are pure: whatever had to be asked was asked before. */
export type Examined = {
  page: LoadedPage
  html: ReadHtml
  integrations: Integration[]
  integrationId: string | undefined
  domains: Domain[]
  /** Origins whose pages may have the wallet in a frame; undefined where the service does not tell. */
  embedOrigins: string[] | undefined
  /** Where this deployment serves the widget and its API. */
  publicUrl: string
  /** The newest build of the widget, or `undefined` where none is built. */
  widget: { files: Map<string, string>; newest: ReadonlySet<string>; version: string } | undefined
  /** The present outside, when the page was read. */
  now: Date
}

export type Check = (examined: Examined) => DoctorFinding[]

/** Pages of this machine need no https. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
