import { EMAIL_LENGTH_MAX } from './limits.ts'

/** A global of browsers and Node. This folder is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string }

/*
 * The only rule for email addresses, wherever one is accepted. A local part is a dot-string of RFC 5321, also
 * with letters, marks and digits beyond ASCII (RFC 6531). Quoted strings are refused: many mail servers refuse
 * them too, and their spaces, commas and `@` can break out of a header.
 */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u
/** Matches a domain as people write it. The last three characters are the dots of other scripts. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * The normalized spelling under which an address is compared and used, or undefined if invalid. Compatibility
 * characters are folded, letters are lower case and the domain is in A-labels, so `user@münchen.de` and
 * `user@xn--mnchen-3ya.de` are one person.
 */
export function normalizeEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).normalize('NFKC').toLowerCase()
  const domain = readDomain(text.slice(at + 1))
  if (at < 1 || domain === undefined || !isDotString(local)) return undefined
  const address = `${local}@${domain}`
  return address.length > EMAIL_LENGTH_MAX ? undefined : address
}

/** Whether two addresses belong to the same person. */
export function isSameEmail(one: string, other: string): boolean {
  return (normalizeEmail(one) ?? one) === (normalizeEmail(other) ?? other)
}

/** Whether two addresses may reach the same mailbox (`toMailbox`). */
export function isSameMailbox(one: string, other: string): boolean {
  return toMailbox(one) === toMailbox(other)
}

/**
 * Returns the normalized address without a tag after `+`, because many mail servers deliver all tags of a local part
 * to one mailbox (RFC 5233).
 */
export function toMailbox(text: string): string {
  const address = normalizeEmail(text) ?? text
  const at = address.lastIndexOf('@')
  const tag = address.slice(0, at).indexOf('+')
  return tag < 1 ? address : address.slice(0, tag) + address.slice(at)
}

/**
 * Whether only a mail server with SMTPUTF8 can accept mail for the address. A domain always has an ASCII form;
 * a local part may not.
 */
export function needsSmtpUtf8(address: string): boolean {
  return /[^\u0020-\u007e]/.test(address.slice(0, address.lastIndexOf('@')))
}

function isDotString(text: string): boolean {
  return text.split('.').every((part) => ATOM.test(part))
}

function readDomain(text: string): string | undefined {
  if (!WRITTEN_DOMAIN.test(text)) return undefined
  try {
    const { hostname } = new URL(`http://${text}`)
    return DOMAIN.test(hostname) ? hostname : undefined
  } catch {
    return undefined
  }
}
