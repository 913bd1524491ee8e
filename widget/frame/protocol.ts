import { originProblem } from '#protocol/passkey/origin.ts'
import { namesFor } from '#widget/attributes/attributes.ts'
import { quote } from '#widget/attributes/shorten.ts'
import type { LatchkeyEventMap } from '#widget/events.ts'
import { parseUrl } from '#widget/parse-url.ts'

/*
 * Messages between the embedding page (the host) and the page with the element (the guest). Two messages are sent
 * between windows, each to one exact origin and from one exact window. The second one carries a port, which all other
 * messages use. Only its two ends can read or write a port. A window that a framed element opens is a guest of that
 * frame by the same rules.
 */

/** Increased if an older side could misread a newer one. */
const VERSION = 1
export const READY = { latchkey: 'frame-ready', version: VERSION } as const
export const CONNECT = { latchkey: 'frame-connect', version: VERSION } as const
/**
 * Messages of the guest to an outer page that it does not connect to. The guest names other origins, or none
 * and continues on its own. Any page may read them.
 */
export const REFUSE = { latchkey: 'frame-refuse', version: VERSION } as const
export const ALONE = { latchkey: 'frame-alone', version: VERSION } as const
export type Handshake = typeof READY | typeof CONNECT | typeof REFUSE | typeof ALONE

/** End of the address of a window that a framed element has opened. */
export const WINDOW_HASH = '#latchkey-window'

/** Whether this page is in a frame. */
export function isFramed(): boolean {
  return globalThis.self !== globalThis.top
}

/** Whether this page is a window that a framed element has opened. */
export function isOpenedWindow(): boolean {
  return location.hash === WINDOW_HASH
}

/** Attributes that a host may set. Never the server, the passkeys' domain or the allowed origins. */
export const HOST_ATTRIBUTES: readonly string[] = namesFor('both')

/**
 * The host's properties that are not attributes, not validated. `origin`: the page that frames the host.
 * `unknown`: the host's unknown attributes, which the guest checks.
 */
export type Given = {
  call: unknown
  message: unknown
  origin?: string | undefined
  unknown?: string[] | undefined
}

/** Messages of the host. `null` stands for a missing attribute, or for a token that the host could not get. */
export type HostMessage =
  | ({ kind: 'settings'; attributes: Record<string, string | null> } & Given)
  | { kind: 'token'; request: number; token: string | null }
  | { kind: 'restart' }
  | { kind: 'create'; options: PublicKeyCredentialCreationOptions }

/** Messages of the guest. Heights are in CSS pixels. */
export type GuestMessage =
  | { kind: 'event'; name: string; detail: unknown }
  | { kind: 'height'; height: number }
  | { kind: 'token-wanted'; request: number }
  | { kind: 'registration'; registration: unknown }

/** Whether a message between windows has the wanted form. The receiver checks the sender. */
export function isHandshake(data: unknown, wanted: Handshake): boolean {
  return isRecord(data) && data['latchkey'] === wanted.latchkey && data['version'] === wanted.version
}

/** The members of a message from the other side. The caller ignores messages of an unknown kind. */
export function readMembers(data: unknown): Record<string, unknown> {
  return isRecord(data) ? data : {}
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/**
 * The space-separated origins of a list, each in the form that browsers use, or the problem of an invalid
 * one.
 */
export function parseOrigins(text: string): { origins: string[]; problem?: string } {
  const origins = text.split(/\s+/).filter((origin) => origin !== '')
  const wrong = origins.find((origin) => originProblem(origin) !== undefined)
  if (wrong === undefined) return { origins }
  return { origins: [], problem: `${wrong} ${originProblem(wrong) ?? ''}` }
}

/**
 * Parses `src`, an absolute https URL (http on localhost) whose origin is not the page's. On the same
 * origin, a frame does not protect the passkey from the page's scripts. `problem` says what the integrator
 * must change.
 */
export function parseFrameAddress(
  text: string | null,
  own: string,
): { href: string; origin: string } | { problem: string } {
  const url = parseUrl(text ?? '')
  // An address such as blob:https://… has an origin too.
  if (url === undefined || !url.href.startsWith(`${url.origin}/`)) {
    const found = text === null ? ', and is missing' : `, not ${quote(text)}`
    return { problem: `src must be the whole address of the page with the element${found}` }
  }
  const problem = originProblem(url.origin)
  if (problem !== undefined) return { problem: `the origin of src ${problem}` }
  if (url.origin === own) return { problem: 'src must be on another origin than this page' }
  return { href: url.href, origin: url.origin }
}

/** Every event of the element, and whether it announces a prompt that only the frame's own page can stop. */
const EVENTS: Record<keyof LatchkeyEventMap, 'before' | 'notice'> = {
  'latchkey-before-create': 'before',
  'latchkey-created': 'notice',
  'latchkey-before-sign': 'before',
  'latchkey-executed': 'notice',
  'latchkey-status': 'notice',
  'latchkey-held': 'notice',
  'latchkey-approved': 'notice',
  'latchkey-submitted': 'notice',
  'latchkey-confirmed': 'notice',
  'latchkey-declined': 'notice',
  'latchkey-expired': 'notice',
  'latchkey-failed': 'notice',
  'latchkey-withdrawn': 'notice',
  'latchkey-cancelled': 'notice',
  'latchkey-error': 'notice',
  'latchkey-before-login': 'before',
  'latchkey-logged-in': 'notice',
  'latchkey-received': 'notice',
  'latchkey-backup-set': 'notice',
  'latchkey-co-signer-set': 'notice',
  'latchkey-device-added': 'notice',
  'latchkey-device-removed': 'notice',
  'latchkey-before-recover': 'before',
  'latchkey-recovery-ready': 'notice',
  'latchkey-before-sign-message': 'before',
  'latchkey-signed': 'notice',
}

/** The events that a guest sends to its host. */
export const GUEST_EVENTS: ReadonlyMap<string, 'before' | 'notice'> = new Map(Object.entries(EVENTS))
