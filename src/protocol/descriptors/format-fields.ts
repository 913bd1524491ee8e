import { sameAddress } from '#protocol/display/address.ts'
import type { DescribedCall, FormattedCall, FormattedValue } from '#protocol/display/call-description.ts'
import { harmlessText } from '#protocol/display/text.ts'
import { bytesFromHex, hexFromBytes } from '#protocol/signing/hex.ts'
import { isAddress } from '#protocol/signing/word.ts'
import type { AbiType, AbiValue } from './abi-type.ts'
import { decodeValues } from './abi-values.ts'
import { findValues, type Found } from './find-values.ts'
import { LABEL_LENGTH_MAX, plainValue, formatValue } from './format-value.ts'
import { parsePath } from './path.ts'
import type { Descriptor } from './read-descriptor.ts'
import type { FieldFormat } from './read-field.ts'

/** Maximum number of displayed rows. Above it, the raw bytes are displayed, as for an unknown call. */
const ROWS_MAX = 300
/** Maximum number of values found by all fields of a function. Numbers of one list share a row. */
const VALUES_MAX = 1_500

/** A call's arguments, as one tuple. */
type Arguments = { type: AbiType; value: AbiValue }

/** The displayed rows of a call: first the fields, then each argument that the fields have not fully displayed. */
function formatFields(
  fields: readonly FieldFormat[],
  given: Arguments,
  call: DescribedCall,
): FormattedCall['fields'] | undefined {
  const shown = new Set<string>()
  const rows: Row[] = []
  let values = 0
  for (const field of fields) {
    const found = lookUp(field.path, given, call)
    values += Math.max(1, found.length)
    // The token of each amount is searched among many values, so such a field may have fewer values.
    if (values > VALUES_MAX || (field.token !== undefined && found.length > ROWS_MAX)) return undefined
    for (const { at, isWhole } of found) if (isWhole) shown.add(toKey(at))
    const tokens = field.token === undefined || isAddress(field.token) ? [] : lookUp(field.token, given, call)
    rows.push(...found.map((one) => formatRow(field, one, found.length, tokens, call)))
  }
  const rest = findValues(given.type, given.value, []).filter(({ at }) => !shown.has(toKey(at)))
  const all = [...itemByItem(rows), ...rest.map((one) => restRow(one, call))]
  return joinNumbers(all).map(({ label, counts, value }) => ({
    // The label's numbers are the value's index in each list, counted from 1.
    label: counts.length === 0 ? label : `${label} ${counts.map((count) => count + 1).join('.')}`,
    value,
  }))
}

const toKey = (at: Found['at']) => JSON.stringify(at)

/** The values at a path, in the call's arguments or in its container. */
function lookUp(path: string, given: Arguments, call: DescribedCall): Found[] {
  const around = { at: [path], below: [], counts: [], isWhole: true }
  if (path === '@.to') return [{ type: 'address', text: call.toAddress, ...around }]
  if (path === '@.from') return [{ type: 'address', text: call.walletAddress, ...around }]
  if (path === '@.value') return [{ type: 'uint256', text: String(call.value), ...around }]
  if (path === '@.chainId') return [{ type: 'uint256', text: String(call.chainId), ...around }]
  const steps = parsePath(path)
  return steps === undefined ? [] : findValues(given.type, given.value, steps)
}

/** `tokens`: the values at the field's path to its token. */
function formatRow(
  field: FieldFormat,
  found: Found,
  count: number,
  tokens: readonly Found[],
  call: DescribedCall,
): Row {
  const token = findToken(field, found, count, tokens)
  return {
    label: [field.label, ...found.below].map(cut).join(' '),
    counts: found.counts,
    list: found.counts.length === 0 ? '' : cutAtList(field.path),
    // A value picked by its index is displayed alone.
    parent: /\[-?\d+\]$/.test(field.path) ? '' : parentPath(found),
    value: formatValue(field, found, call, token),
  }
}

/** A row for a value without a field. It is labeled with its parameter's name. */
function restRow(found: Found, call: DescribedCall): Row {
  const parent = parentPath(found)
  const last = found.at.at(-1)
  const isItem = parent !== '' && typeof last === 'number'
  const steps = isItem ? found.at.slice(0, -1) : found.at
  return {
    label: steps.map((step) => (typeof step === 'number' ? step + 1 : cut(step))).join(' '),
    counts: isItem ? [last] : [],
    list: '',
    parent,
    value: plainValue(found, call),
  }
}

const cut = (text: string) => harmlessText(text, LABEL_LENGTH_MAX).text

/** The path of the list that contains a value without members. */
function parentPath({ at }: Found): string {
  return typeof at.at(-1) === 'number' ? toKey(at.slice(0, -1)) : ''
}

/** The part of a path up to its first list. */
function cutAtList(path: string): string {
  const steps = [...path.matchAll(/\[([^[\]]*)\]/g)]
  const first = steps.find(([, inner = '']) => inner === '' || inner.includes(':'))
  const list = first === undefined ? path : path.slice(0, first.index + first[0].length)
  return list.replace(/^#\./, '')
}

/** Orders fields of the same list by item: all fields of the first item, then all of the second. */
function itemByItem(rows: readonly Row[]): Row[] {
  const runs: Row[][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run !== undefined && row.list !== '' && run[0]?.list === row.list) run.push(row)
    else runs.push([row])
  }
  return runs.flatMap((run) => run.toSorted((one, other) => (one.counts[0] ?? 0) - (other.counts[0] ?? 0)))
}

/**
 * The token of an amount. A token in a list belongs to the amount at the same index. If the lists have
 * different lengths, the token is unknown.
 */
function findToken(
  { token }: FieldFormat,
  { counts }: Found,
  count: number,
  found: readonly Found[],
): string | undefined {
  if (token === undefined || isAddress(token)) return token
  const pairs = found.filter((one) => one.counts.every((item, depth) => item === counts[depth]))
  const [only, ...others] = pairs
  if (only === undefined || others.length > 0) return undefined
  if (only.counts.length === counts.length && found.length !== count) return undefined
  const isToken = only.type === 'address' || only.type.startsWith('bytes')
  return isToken && isAddress(only.text) ? only.text : undefined
}

/**
 * A displayed row. `counts`: its index in each list. `list`: the list whose items are displayed one after the other.
 * `parent`: the list of plain values that contains it. `list` and `parent` are empty if there is no such list.
 */
type Row = {
  label: string
  counts: readonly number[]
  list: string
  parent: string
  value: FormattedValue
}

/** Joins the numbers of one list into one line. */
function joinNumbers(rows: readonly Row[]): Row[] {
  const joined: Row[] = []
  for (const row of rows) {
    const { value } = row
    const last = joined.at(-1)
    const isNumber = row.parent !== '' && value.kind === 'number'
    // The last count is the index in the list.
    const single: Row = isNumber
      ? { ...row, counts: row.counts.slice(0, -1), value: { kind: 'list', texts: [value.text] } }
      : row
    const isSame = row.parent !== '' && row.parent === last?.parent && row.label === last.label
    // `texts` was created above for the list's first number, so it may be extended.
    if (isSame && last.value.kind === 'list' && single.value.kind === 'list')
      last.value.texts.push(...single.value.texts)
    else joined.push(single)
  }
  return joined
}

const SENTENCE_LENGTH_MAX = 120

/**
 * The description of a call by its descriptors. Undefined if no descriptor describes the call, or if its bytes do not
 * match exactly. Every argument is displayed: arguments without a field follow the fields unformatted.
 */
export function formatCall(
  descriptors: readonly Descriptor[],
  call: DescribedCall,
): FormattedCall | undefined {
  const calldata = bytesFromHex(call.data)
  if (calldata.length < 4) return undefined
  const selector = hexFromBytes(calldata.subarray(0, 4))
  for (const { owner, deployments, formats, isTrusted = false } of descriptors) {
    const format = formats.get(selector)
    const isHere = deployments.some(
      ({ chainId, address }) => chainId === call.chainId && sameAddress(address, call.toAddress),
    )
    if (!isHere || format === undefined) continue
    const members = format.params
    const types = members.map(({ type }) => type)
    const value: AbiValue | undefined = decodeValues(types, calldata.subarray(4))
    if (value === undefined) continue
    const fields = formatFields(format.fields, { type: { kind: 'tuple', members }, value }, call)
    if (fields === undefined || fields.length > ROWS_MAX) continue
    return {
      owner: harmlessText(owner, LABEL_LENGTH_MAX).text,
      intent: harmlessText(format.intent, SENTENCE_LENGTH_MAX).text,
      fields,
      isTrusted,
    }
  }
  return undefined
}
