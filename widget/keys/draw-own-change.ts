import { valueIn, type CallDescription, type CallKind } from '#protocol/display/call-description.ts'
import { callRows } from '#protocol/display/call-rows.ts'
import { DETAIL_FIELDS, PARTY_FIELDS } from '#protocol/display/fields-by-role.ts'
import { keyWords } from '#protocol/display/key-words.ts'
import type { WidgetWallet } from '#widget/answers.ts'
import { listPasskeys } from '#widget/flows/confirm-and-sign.ts'
import { amountBlock } from '#widget/screens/blocks.ts'
import { warningList, type Draw } from '#widget/screens/confirm-screen.ts'
import { h, type Child } from '#widget/screens/dom.ts'
import { addressText, foreignName, hexText, type Fact } from '#widget/screens/parts.ts'
import type { KeysTexts } from '#widget/texts/keys/en.ts'
import { isSameKey } from '#widget/wallet/wallet-details.ts'
import { changesIn } from './own-changes.ts'

type Key = { qx: string; qy: string }

/**
 * Displays the wallet's call to itself, decoded from its bytes: the change, each full address, and the words
 * of each key. `ofWallet` returns this browser's passkey of a wallet.
 */
export function drawOwnChange(texts: KeysTexts, ofWallet: (wallet: string) => Key | undefined): Draw {
  return {
    what(stage, { description }) {
      const changes = changesIn(description)
      const blocks = changes.map((change) => changeBlock(texts, change))
      if (changes.length === 1) return blocks[0]
      const sentences = changes.map((change) => warningList(stage, change))
      return h(
        'div',
        { class: 'changes' },
        blocks.flatMap((block, index) => [block, sentences[index]]),
      )
    },
    rows(_stage, { description, call, wallet }) {
      const own = ofWallet(call.walletAddress)
      const changed = changesIn(description).flatMap((change) => [
        ...deviceFact(texts, change, { wallet, own }),
        ...changeFacts(texts, change),
      ])
      return [null, null, ...changed, [texts.labels.contract, addressText(call.toAddress)]]
    },
    exact: (_stage, { description }) => changesIn(description).flatMap((change) => keyFact(texts, change)),
  }
}

function changeBlock({ what }: KeysTexts, change: CallDescription): HTMLElement {
  const title = TITLES[change.kind]?.(what, change) ?? what.unknown
  return amountBlock(what.changes, title, undefined, change.severity === 'danger')
}

type Title = (what: KeysTexts['what'], change: CallDescription) => string

const TITLES: Partial<Record<CallKind, Title>> = {
  'wallet-set-co-signer': (what, change) => (isNone(change, 'coSigner') ? what.noCoSigner : what.coSigner),
  'wallet-set-backup': (what, change) => (isNone(change, 'backup') ? what.noBackup : what.backup),
  'wallet-start-co-signer-removal': (what) => what.removal,
  'wallet-keep-co-signer': (what) => what.kept,
  'wallet-add-key': (what) => what.added,
  'wallet-remove-key': (what) => what.removed,
}

function isNone(change: CallDescription, label: 'coSigner' | 'backup'): boolean {
  const value = valueIn(change, label)
  return value?.kind === 'address' && value.is === 'zero'
}

/**
 * The removed device with its name on the list, and whether it is this one. An added device is known only by
 * its words.
 */
function deviceFact(
  { labels, devices }: KeysTexts,
  change: CallDescription,
  { wallet, own }: { wallet: WidgetWallet; own: Key | undefined },
): Fact[] {
  const key = change.kind === 'wallet-remove-key' ? keyIn(change) : undefined
  if (key === undefined) return []
  const { name = '' } = listPasskeys(wallet).find((passkey) => isSameKey(passkey, key)) ?? {}
  const isThis = own !== undefined && isSameKey(own, key)
  return [
    [
      labels.device,
      [name === '' ? devices.unnamed : foreignName(name), isThis ? ` · ${devices.isThis}` : ''],
    ],
  ]
}

function changeFacts({ labels }: KeysTexts, change: CallDescription): Fact[] {
  return callRows(change, [...PARTY_FIELDS, ...DETAIL_FIELDS]).flatMap(
    ({ name, value, isNobody }): Fact[] => {
      if (value.kind === 'hex' && name === 'key') return [[labels.words, wordsText(toKey(value.hex))]]
      const isShown = value.kind === 'address' && !isNobody && (name === 'coSigner' || name === 'backup')
      return isShown ? [[labels[name], addressText(value.address)]] : []
    },
  )
}

function keyFact({ labels }: KeysTexts, change: CallDescription): Fact[] {
  const key = keyIn(change)
  return key === undefined ? [] : [[labels.key, hexText(`0x${key.qx}${key.qy}`)]]
}

/** The key that a change adds or removes. */
export function keyIn(change: CallDescription): Key | undefined {
  const value = valueIn(change, 'key')
  if (value?.kind !== 'hex') return undefined
  return toKey(value.hex)
}

/** A key from its concatenated coordinates. */
function toKey(hex: string): Key {
  return { qx: hex.slice(2, 66), qy: hex.slice(66) }
}

/** The verification words of a key, to be compared with those on the other device. */
export function wordsText(key: Key): Child {
  return h('code', { class: 'fingerprint', dir: 'ltr' }, keyWords(key))
}
