import type { NotesMessages } from '#widget/messages/notes-en.ts'

export const notes: NotesMessages = {
  balance: (before, after) => `Você tem ${before} e, depois disto, ${after}.`,
  source: 'Segundo o servidor.',
  feeLarge: 'A taxa é maior do que o que você envia.',
  first: (address, whole) =>
    whole
      ? `Esta carteira nunca lidou com ${address}. Compare o endereço caractere por caractere.`
      : `Esta carteira não lidou recentemente com ${address}. Compare o endereço caractere por caractere.`,
  unfinished: (address, until) =>
    `Um pagamento anterior para ${address} ainda não terminou e pode ser executado até ${until}. Se você confirmar este também, talvez pague duas vezes.`,
  imitates: {
    wallet: (address) => `${address} começa e termina como o endereço desta carteira, e é outro.`,
    known: (address, original) =>
      `${address} começa e termina como ${original}, com que esta carteira já lidou, e é outro. Alguém quer que você os confunda.`,
    token: (address, original) =>
      `${address} começa e termina como ${original}, o contrato de um token, e é outro. Alguém quer que você os confunda.`,
  },
}
