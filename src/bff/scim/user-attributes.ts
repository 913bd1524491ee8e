import { normalizeEmail } from '#protocol/email-address.ts'
import { scimError } from './scim-error.ts'
import { isObject } from './scim-response.ts'
import { PROFILE_FIELDS, type ProfileField, type ScimProfile } from './tables.ts'

/** The attributes of a user that an identity provider can set. */
export type UserAttributes = {
  userName: string
  externalId: string | null
  /** The only address: a user has one of the type `work`. */
  email: string
  profile: ScimProfile
  active: boolean
}

/** Attributes that a request sets. Null removes one. A missing attribute was not sent. */
export type UserChanges = {
  userName?: string | null
  externalId?: string | null
  email?: string | null
  active?: boolean
  profile: Partial<Record<ProfileField, string | null>>
}

type Field = Exclude<keyof UserChanges, 'profile'> | ProfileField

/**
 * The attributes of RFC 7643, section 4.1, in lower case, because names of attributes are not case-sensitive. An
 * `ignored` attribute is accepted and not stored, because identity providers send most of them by default.
 */
const ATTRIBUTES: ReadonlyMap<string, Field | 'emails' | 'name' | 'ignored' | 'read-only'> = new Map([
  ['username', 'userName'],
  ['externalid', 'externalId'],
  ['active', 'active'],
  ['displayname', 'displayName'],
  ['preferredlanguage', 'preferredLanguage'],
  ['name', 'name'],
  ['name.formatted', 'formatted'],
  ['name.givenname', 'givenName'],
  ['name.familyname', 'familyName'],
  ['name.middlename', 'ignored'],
  ['name.honorificprefix', 'ignored'],
  ['name.honorificsuffix', 'ignored'],
  ['emails', 'emails'],
  ['emails.value', 'email'],
  ['emails.type', 'ignored'],
  ['emails.primary', 'ignored'],
  ['emails.display', 'ignored'],
  ['nickname', 'ignored'],
  ['profileurl', 'ignored'],
  ['title', 'ignored'],
  ['usertype', 'ignored'],
  ['locale', 'ignored'],
  ['timezone', 'ignored'],
  ['password', 'ignored'],
  ['phonenumbers', 'ignored'],
  ['ims', 'ignored'],
  ['photos', 'ignored'],
  ['addresses', 'ignored'],
  ['entitlements', 'ignored'],
  ['x509certificates', 'ignored'],
  ['schemas', 'read-only'],
  ['id', 'read-only'],
  ['meta', 'read-only'],
  ['groups', 'read-only'],
  ['roles', 'read-only'],
])

/** Returns how an attribute is treated. Undefined if the User schema does not have it. */
export function findAttribute(name: string): ReturnType<typeof ATTRIBUTES.get> {
  const lower = name.toLowerCase()
  const [parent = ''] = lower.split('.')
  const ofParent = ATTRIBUTES.get(parent)
  const isWhole = ofParent === 'ignored' || ofParent === 'read-only'
  return ATTRIBUTES.get(lower) ?? (isWhole ? ofParent : undefined)
}

const TEXT_MAX = 255

/** `add` keeps the stored address if the request adds others only. */
export type SetVerb = 'add' | 'replace'

/**
 * Sets one attribute. Attributes that are read-only, ignored or unknown are skipped.
 *
 * @throws invalidValue
 */
export function setAttribute(
  changes: UserChanges,
  name: string,
  value: unknown,
  verb: SetVerb = 'replace',
): void {
  const field = findAttribute(name)
  if (field === undefined || field === 'ignored' || field === 'read-only') return
  if (field === 'name') setEach(changes, value, 'name.')
  else if (field === 'emails') setEmails(changes, value, verb)
  else if (field === 'active') changes.active = readBoolean(value)
  else if (field === 'email') changes.email = readEmail(value)
  else if (field === 'userName' || field === 'externalId') changes[field] = readText(name, value)
  else changes.profile[field] = readText(name, value)
}

/** Sets each attribute of an object. The name of an attribute may have a dot, which Entra ID sends. */
export function setEach(changes: UserChanges, object: unknown, prefix = ''): void {
  if (!isObject(object)) throw scimError('invalidValue', 'The value must be a JSON object.')
  for (const [name, value] of Object.entries(object)) setAttribute(changes, prefix + name, value)
}

/** Takes the primary address of a list, or else the one of the type `work`, or else the first. */
function setEmails(changes: UserChanges, value: unknown, verb: SetVerb): void {
  const list = (Array.isArray(value) ? value : [value]).filter(isObject)
  const primary =
    list.find((email) => isTrue(email['primary'])) ?? list.find((email) => email['type'] === 'work')
  const address = verb === 'add' ? primary : (primary ?? list[0])
  if (address !== undefined) changes.email = readEmail(address['value'])
  else if (verb === 'replace') changes.email = null
}

function readEmail(value: unknown): string {
  const email = typeof value === 'string' ? normalizeEmail(value) : undefined
  if (email === undefined)
    throw scimError('invalidValue', 'emails must have an email address such as name@example.com.')
  return email
}

/** A text. Null for an empty one, which means that the attribute has no value (RFC 7643, section 2.5). */
function readText(name: string, value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string' || value.length > TEXT_MAX)
    throw scimError('invalidValue', `${name} must be a string of at most ${TEXT_MAX} characters.`)
  return value
}

/** A boolean. Entra ID sends it as a string with a capital letter. */
function readBoolean(value: unknown): boolean {
  if (isTrue(value)) return true
  if (value === false || isWord(value, 'false')) return false
  throw scimError('invalidValue', 'active must be true or false.')
}

function isTrue(value: unknown): boolean {
  return value === true || isWord(value, 'true')
}

function isWord(value: unknown, word: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === word
}

/**
 * Reads a whole user, for creating and replacing one. The user's name is also their address if it is one and no
 * other was sent. `active` is true if it was not sent.
 *
 * @throws invalidValue
 */
export function readUser(body: unknown): UserAttributes & { isActiveSent: boolean } {
  const changes: UserChanges = { profile: {} }
  setEach(changes, body)
  const { userName, externalId = null, active } = changes
  if (typeof userName !== 'string') throw scimError('invalidValue', 'userName is required.')
  const email = changes.email ?? normalizeEmail(userName)
  if (email === undefined)
    throw scimError('invalidValue', 'emails is required, unless userName is an email address.')
  const profile = withoutNull(changes.profile)
  return { userName, externalId, email, profile, active: active ?? true, isActiveSent: active !== undefined }
}

/** Applies changes to a user. @throws mutability if an attribute is removed that every user has */
export function applyChanges(user: UserAttributes, changes: UserChanges): UserAttributes {
  const { userName = user.userName, externalId = user.externalId, email = user.email } = changes
  if (userName === null || email === null)
    throw scimError('mutability', 'userName and emails are required and cannot be removed.')
  const profile = withoutNull({ ...user.profile, ...changes.profile })
  return { userName, externalId, email, profile, active: changes.active ?? user.active }
}

function withoutNull(profile: UserChanges['profile']): ScimProfile {
  const entries = PROFILE_FIELDS.flatMap((field) => {
    const value = profile[field] ?? null
    return value === null ? [] : [[field, value] as const]
  })
  return Object.fromEntries(entries)
}

/** The form in which names of users are compared: not case-sensitive. Source: RFC 7643, section 4.1.1. */
export function toUserNameKey(userName: string): string {
  return userName.normalize('NFKC').toLowerCase()
}
