import type { CallKind } from '#protocol/display/call-description.ts'
import { t } from '#web/ui/text.ts'

/** Kinds of sentences about a transaction. Several kinds of calls share one. */
export type SentenceKind =
  | 'send'
  | 'send-token'
  | 'move'
  | 'allow'
  | 'allow-token'
  | 'allow-all'
  | 'revoke'
  | 'set-backup'
  | 'remove-backup'
  | 'cancel-recovery'
  | 'cancel-call'
  | 'set-co-signer'
  | 'start-removal'
  | 'keep-co-signer'
  | 'add-device'
  | 'remove-device'
  | 'object'
  | 'batch'
  | 'contract'

/** The usual sentence of each kind of call. `chooseSentence` refines it by the call's fields. */
export const SENTENCES: Record<CallKind, SentenceKind> = {
  'native-transfer': 'send',
  'erc20-transfer': 'send',
  'erc20-transfer-from': 'move',
  'erc20-approve': 'allow',
  'erc20-increase-allowance': 'allow',
  'erc721-transfer': 'send',
  'erc721-approve': 'allow',
  'erc1155-transfer': 'send',
  'erc1155-batch-transfer': 'send',
  'set-approval-for-all': 'allow-all',
  'revoke-approval-for-all': 'revoke',
  'token-transfer': 'send-token',
  'token-transfer-from': 'move',
  'token-approve': 'allow-token',
  'wallet-set-backup': 'set-backup',
  'wallet-cancel-recovery': 'cancel-recovery',
  'wallet-cancel-call': 'cancel-call',
  'wallet-set-co-signer': 'set-co-signer',
  'wallet-start-co-signer-removal': 'start-removal',
  'wallet-keep-co-signer': 'keep-co-signer',
  'wallet-add-key': 'add-device',
  'wallet-remove-key': 'remove-device',
  'wallet-object-to-removal': 'object',
  'wallet-batch': 'batch',
  unknown: 'contract',
}

/**
 * The sentences of one kind. `done`: confirmed on the chain; `asked`: every other state, which a badge next to the
 * sentence names. The second of each pair is for a transaction whose person is unknown.
 */
type Sentences = { done: [byPerson: string, byNobody: string]; asked: [byPerson: string, byNobody: string] }

export const sentenceTexts = (): Record<SentenceKind, Sentences> =>
  ({
    ...tokenTexts(),
    ...allowanceTexts(),
    ...walletTexts(),
    ...authorityTexts(),
  }) satisfies Some

type Some = Partial<Record<SentenceKind, Sentences>>

const tokenTexts = () =>
  ({
    send: {
      done: [t('{actor} sent {amount} from {wallet} to {party}'), t('{wallet} sent {amount} to {party}')],
      asked: [
        t('{actor} asked to send {amount} from {wallet} to {party}'),
        t('{wallet} was asked to send {amount} to {party}'),
      ],
    },
    'send-token': {
      done: [t('{actor} sent a token from {wallet} to {party}'), t('{wallet} sent a token to {party}')],
      asked: [
        t('{actor} asked to send a token from {wallet} to {party}'),
        t('{wallet} was asked to send a token to {party}'),
      ],
    },
    move: {
      done: [
        t('{actor} used {wallet} to move tokens from {from} to {party}'),
        t('{wallet} moved tokens from {from} to {party}'),
      ],
      asked: [
        t('{actor} asked to use {wallet} to move tokens from {from} to {party}'),
        t('{wallet} was asked to move tokens from {from} to {party}'),
      ],
    },
    batch: {
      done: [
        t('{actor} made {count, plural, one {# call} other {# calls}} from {wallet}'),
        t('{wallet} made {count, plural, one {# call} other {# calls}}'),
      ],
      asked: [
        t('{actor} asked to make {count, plural, one {# call} other {# calls}} from {wallet}'),
        t('{wallet} was asked to make {count, plural, one {# call} other {# calls}}'),
      ],
    },
    contract: {
      done: [t('{actor} called {party} from {wallet}'), t('{wallet} called {party}')],
      asked: [t('{actor} asked to call {party} from {wallet}'), t('{wallet} was asked to call {party}')],
    },
  }) satisfies Some

const walletTexts = () =>
  ({
    'set-backup': {
      done: [
        t('{actor} made {party} the backup address of {wallet}'),
        t('{party} became the backup address of {wallet}'),
      ],
      asked: [
        t('{actor} asked to make {party} the backup address of {wallet}'),
        t('{wallet} was asked to make {party} its backup address'),
      ],
    },
    'remove-backup': {
      done: [
        t('{actor} removed the backup address of {wallet}'),
        t('The backup address of {wallet} was removed'),
      ],
      asked: [
        t('{actor} asked to remove the backup address of {wallet}'),
        t('{wallet} was asked to remove its backup address'),
      ],
    },
    'cancel-recovery': {
      done: [t('{actor} cancelled a recovery of {wallet}'), t('A recovery of {wallet} was cancelled')],
      asked: [
        t('{actor} asked to cancel a recovery of {wallet}'),
        t('{wallet} was asked to cancel its recovery'),
      ],
    },
    'cancel-call': {
      done: [t('{actor} cancelled a signed call of {wallet}'), t('A signed call of {wallet} was cancelled')],
      asked: [
        t('{actor} asked to cancel a signed call of {wallet}'),
        t('{wallet} was asked to cancel a signed call'),
      ],
    },
  }) satisfies Some

const allowanceTexts = () =>
  ({
    allow: {
      done: [
        t('{actor} allowed {party} to take {amount} from {wallet}'),
        t('{wallet} allowed {party} to take {amount}'),
      ],
      asked: [
        t('{actor} asked to allow {party} to take {amount} from {wallet}'),
        t('{wallet} was asked to allow {party} to take {amount}'),
      ],
    },
    'allow-token': {
      done: [
        t('{actor} allowed {party} to take a token from {wallet}'),
        t('{wallet} allowed {party} to take a token'),
      ],
      asked: [
        t('{actor} asked to allow {party} to take a token from {wallet}'),
        t('{wallet} was asked to allow {party} to take a token'),
      ],
    },
    'allow-all': {
      done: [
        t('{actor} allowed {party} to take all {token} from {wallet}'),
        t('{wallet} allowed {party} to take all its {token}'),
      ],
      asked: [
        t('{actor} asked to allow {party} to take all {token} from {wallet}'),
        t('{wallet} was asked to allow {party} to take all its {token}'),
      ],
    },
    revoke: {
      done: [
        t('{actor} revoked the permission of {party} to take tokens from {wallet}'),
        t('{wallet} revoked the permission of {party} to take its tokens'),
      ],
      asked: [
        t('{actor} asked to revoke the permission of {party} to take tokens from {wallet}'),
        t('{wallet} was asked to revoke the permission of {party} to take its tokens'),
      ],
    },
  }) satisfies Some

const authorityTexts = () =>
  ({
    'set-co-signer': {
      done: [t('{actor} set the co-signer of {wallet}'), t('The co-signer of {wallet} was set')],
      asked: [
        t('{actor} asked to set the co-signer of {wallet}'),
        t('{wallet} was asked to set its co-signer'),
      ],
    },
    'start-removal': {
      done: [
        t('{actor} started to remove the co-signer of {wallet}'),
        t('The removal of the co-signer of {wallet} was started'),
      ],
      asked: [
        t('{actor} asked to remove the co-signer of {wallet}'),
        t('{wallet} was asked to remove its co-signer'),
      ],
    },
    'keep-co-signer': {
      done: [t('{actor} kept the co-signer of {wallet}'), t('The co-signer of {wallet} was kept')],
      asked: [
        t('{actor} asked to keep the co-signer of {wallet}'),
        t('{wallet} was asked to keep its co-signer'),
      ],
    },
    'add-device': {
      done: [t('{actor} added a device to {wallet}'), t('A device was added to {wallet}')],
      asked: [t('{actor} asked to add a device to {wallet}'), t('{wallet} was asked to add a device')],
    },
    'remove-device': {
      done: [t('{actor} removed a device from {wallet}'), t('A device was removed from {wallet}')],
      asked: [
        t('{actor} asked to remove a device from {wallet}'),
        t('{wallet} was asked to remove a device'),
      ],
    },
    object: {
      done: [
        t('{actor} objected with {wallet} to the removal of a co-signer'),
        t('{wallet} objected to the removal of a co-signer'),
      ],
      asked: [
        t('{actor} asked to object with {wallet} to the removal of a co-signer'),
        t('{wallet} was asked to object to the removal of a co-signer'),
      ],
    },
  }) satisfies Some
