import { withoutUrn } from './parse-filter.ts'
import { scimError } from './scim-error.ts'
import { isObject } from './scim-response.ts'
import { findAttribute, setAttribute, setEach, type SetVerb, type UserChanges } from './user-attributes.ts'

const OPERATIONS_MAX = 100
const PATH_MAX = 500
/** An attribute, the values that are meant, and a sub-attribute: `emails[type eq "work"].value`. */
const PATH = /^([\w$-]+)(?:\[([^\]]*)\])?(?:\.([\w$-]+))?$/
/** The values of `emails` that mean the stored address, which is the primary one and of the type `work`. */
const STORED_EMAIL = /^\s*(type\s+eq\s+"work"|primary\s+eq\s+"?true"?)\s*$/i

/**
 * Reads the changes of a PATCH, in order. Names and operators are not case-sensitive, because Entra ID sends `Replace`.
 * `add` replaces too, because every stored attribute has one value. Source: RFC 7644, section 3.5.2.
 *
 * @throws invalidSyntax, invalidPath, invalidValue, mutability, noTarget
 */
export function readPatch(body: Record<string, unknown>): UserChanges {
  const operations = readMember(body, 'operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > OPERATIONS_MAX)
    throw scimError('invalidSyntax', `Operations must be a list of 1 to ${OPERATIONS_MAX} operations.`)
  const changes: UserChanges = { profile: {} }
  for (const operation of operations) applyOperation(changes, operation)
  return changes
}

function applyOperation(changes: UserChanges, operation: unknown): void {
  const { op, path, value } = isObject(operation)
    ? {
        op: readMember(operation, 'op'),
        path: readMember(operation, 'path'),
        value: readMember(operation, 'value'),
      }
    : {}
  const verb = typeof op === 'string' ? op.toLowerCase() : ''
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw scimError('invalidSyntax', 'op must be add, replace or remove.')
  if (path !== undefined && typeof path !== 'string') throw scimError('invalidPath', 'path must be a string.')
  if (verb === 'remove') removeAttribute(changes, path)
  else if (path === undefined) setPaths(changes, value, verb)
  else setPath(changes, path, value, verb)
}

/** Sets each attribute of a value without a path. Entra ID sends paths as the names of its attributes. */
function setPaths(changes: UserChanges, value: unknown, verb: SetVerb): void {
  if (!isObject(value)) throw scimError('invalidValue', 'A value without a path must be a JSON object.')
  for (const [name, one] of Object.entries(value)) {
    const target = findTarget(name)
    if (target !== undefined && findAttribute(target) !== 'read-only')
      setAttribute(changes, target, one, verb)
  }
}

function setPath(changes: UserChanges, path: string, value: unknown, verb: SetVerb): void {
  const target = requireTarget(path)
  if (target === undefined) return
  // The values of a list are objects, but those of one address may also be set together.
  if (target === 'emails' && isObject(value)) setEach(changes, value, 'emails.')
  else setAttribute(changes, target, value, verb)
}

function removeAttribute(changes: UserChanges, path: string | undefined): void {
  if (path === undefined) throw scimError('noTarget', 'remove needs a path.')
  const target = requireTarget(path)
  const field = target === undefined ? 'ignored' : findAttribute(target)
  if (field === 'active') throw scimError('mutability', 'active cannot be removed. Replace it with false.')
  if (field === 'email' || field === 'emails') changes.email = null
  else if (field === 'name')
    for (const part of ['formatted', 'givenName', 'familyName'] as const) changes.profile[part] = null
  else if (target !== undefined) setAttribute(changes, target, null)
}

/**
 * Returns the attribute of a path that a request names. Undefined if nothing is stored there.
 *
 * @throws invalidPath for an unknown attribute, mutability for one that cannot be set
 */
function requireTarget(path: string): string | undefined {
  const target = findTarget(path)
  const field = target === undefined ? 'ignored' : findAttribute(target)
  if (field === undefined)
    throw scimError('invalidPath', 'path is not an attribute of a user that this server knows.')
  if (field === 'read-only') throw scimError('mutability', `${target} cannot be changed by SCIM.`)
  return target
}

/**
 * Returns the attribute that a path means, without the schema and the selection of values. Undefined for attributes of
 * other schemas, such as the enterprise extension, and for other addresses than the stored one.
 */
function findTarget(path: string): string | undefined {
  const name = withoutUrn(path)
  if (name.toLowerCase().startsWith('urn:')) return undefined
  const [, attribute = '', selection, sub] = (name.length > PATH_MAX ? null : PATH.exec(name)) ?? []
  const isEmail = attribute.toLowerCase() === 'emails'
  if (isEmail && selection !== undefined && !STORED_EMAIL.test(selection)) return undefined
  return sub === undefined ? attribute : `${attribute}.${sub}`
}

/** A member of an object, whose name is not case-sensitive (RFC 7643, section 2.1). */
function readMember(object: Record<string, unknown>, lowerName: string): unknown {
  return Object.entries(object).find(([name]) => name.toLowerCase() === lowerName)?.[1]
}
