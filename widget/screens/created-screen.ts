import type { CreateScreens } from '#widget/flows/create-context.ts'
import { copyFact } from './blocks.ts'
import { addressText, button, facts, foreignName, hexText } from './parts.ts'
import type { Stage } from './stage.ts'

/** Shows the created wallet. */
export function showCreated(
  stage: Stage,
  wallet: Parameters<CreateScreens['showCreated']>[0],
  backUp: () => void,
): void {
  const { created: texts, labels } = stage.messages
  stage.show({
    step: 'created',
    icon: { name: 'check', tone: 'success' },
    heading: texts.heading,
    lede: wallet.isSingle ? texts.single : texts.lede,
    body: [
      stage.mail,
      facts([
        wallet.label === '' ? null : [labels.name, foreignName(wallet.label)],
        copyFact(stage, labels.address, wallet.address, addressText),
        wallet.transactionHash === ''
          ? null
          : copyFact(stage, labels.transaction, wallet.transactionHash, hexText),
      ]),
    ],
    actions: [wallet.canBackUp && button(texts.backup, backUp)],
  })
}
