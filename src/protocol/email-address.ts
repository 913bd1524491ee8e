import { EMAIL_LENGTH_MAX } from './limits.ts'

/** Browsers and Node have it. This folder is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string }

/*
 * The one rule for email addresses, for every place that takes one. A local part is a dot-string of RFC 5321, also with
 * letters, marks and digits beyond ASCII (RFC 6531). Quoted strings are refused: many mail servers refuse them too, and
 * their spaces, commas and `@` can break out of a header.
 */
const ATOM = /^[\w!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u
/** The third to the fifth are dots of other scripts. */
const WRITTEN_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]{0,62}\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/**
 * The spelling under which an address is compared and written to, or undefined if it is none: compatibility characters
 * folded, lower case, and the domain as A-labels, so that `user@münchen.de` and `user@xn--mnchen-3ya.de` are one person.
 */
export function normalizeEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).normalize('NFKC').toLowerCase()
  const domain = readDomain(text.slice(at + 1))
  if (at < 1 || domain === undefined || !isDotString(local)) return undefined
  const address = `${local}@${domain}`
  return address.length > EMAIL_LENGTH_MAX ? undefined : address
}

/** Whether two addresses are the same person's. */
export function isSameEmail(one: string, other: string): boolean {
  return (normalizeEmail(one) ?? one) === (normalizeEmail(other) ?? other)
}

/** Whether only a mail server with SMTPUTF8 can take mail for the address: its domain alone always has an ASCII form. */
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
