import type { Welcome } from '#widget/files.ts'
import { noteMail } from './note-mail.ts'
import { showBrand } from './show-brand.ts'

/** Entry of the file for the organization's brand, and for the mail that follows the creation of a wallet. */
export default function openWelcome(): Welcome {
  return async ({ element, stage, signal }, api, flow) => {
    // A server that refuses this request would refuse the next ones too.
    await showBrand({ element, stage, signal }, api)
    if (flow !== 'create') return
    // Only the last screen needs it.
    void noteMail({ stage, signal }, api).then(
      (note) => (stage.mail = note),
      () => {},
    )
  }
}
