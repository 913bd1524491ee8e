import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Tiene ${before} y, después de esto, ${after}.`,
  source: 'Según el servidor.',
  feeLarge: 'La comisión es mayor que lo que envía.',
  first: (address, whole) =>
    whole
      ? `Esta cartera no ha tratado nunca con ${address}. Compare la dirección carácter por carácter.`
      : `Esta cartera no ha tratado últimamente con ${address}. Compare la dirección carácter por carácter.`,
  unfinished: (address, until) =>
    `Un pago anterior a ${address} todavía no ha terminado y puede ejecutarse hasta ${until}. Si confirma también este, puede que pague dos veces.`,
  imitates: {
    wallet: (address) => `${address} empieza y termina como la dirección de esta cartera, y es otra.`,
    known: (address, original) =>
      `${address} empieza y termina como ${original}, con la que esta cartera ha tratado, y es otra. Alguien quiere que las confunda.`,
    token: (address, original) =>
      `${address} empieza y termina como ${original}, el contrato de un token, y es otra. Alguien quiere que las confunda.`,
  },
}
