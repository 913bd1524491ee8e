import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Hai ${before} e, dopo, ${after}.`,
  source: 'Secondo il server.',
  feeLarge: 'La commissione è più di quanto invii.',
  first: (address, whole) =>
    whole
      ? `Questo wallet non ha mai avuto a che fare con ${address}. Confronta l’indirizzo carattere per carattere.`
      : `Questo wallet di recente non ha avuto a che fare con ${address}. Confronta l’indirizzo carattere per carattere.`,
  unfinished: (address, until) =>
    `Un pagamento precedente a ${address} non è ancora finito e può essere eseguito fino a ${until}. Se confermi anche questo, potresti pagare due volte.`,
  imitates: {
    wallet: (address) => `${address} inizia e finisce come l’indirizzo di questo wallet ed è un altro.`,
    known: (address, original) =>
      `${address} inizia e finisce come ${original}, con cui questo wallet ha avuto a che fare, ed è un altro. Qualcuno vuole che tu li confonda.`,
    token: (address, original) =>
      `${address} inizia e finisce come ${original}, il contratto di un token, ed è un altro. Qualcuno vuole che tu li confonda.`,
  },
}
