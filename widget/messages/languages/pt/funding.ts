import type { FundingMessages } from '#widget/messages/funding-en.ts'

export const funding: FundingMessages = {
  heading: 'Adicione moedas',
  lede: 'Esta carteira paga as próprias taxas, por isso precisa primeiro de um pequeno saldo.',
  missing: 'Envie pelo menos',
  address: 'para este endereço',
  watching: 'Aguardando. Seguimos sozinhos assim que o pagamento chegar.',
  stalled: 'Não foi possível ler o saldo. Continuamos tentando.',
  arrived: 'Recebido até agora',
}
