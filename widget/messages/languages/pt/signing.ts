import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'Você envia', main: amount }),
    moved: (amount) => ({ label: 'Você move o que outra conta tem', main: amount }),
    moreAllowance: (amount) => ({ label: 'Você permite gastar mais', main: amount }),
    several: (count) => ({
      label: 'Você assina uma vez para',
      main: count === 1 ? '1 chamada' : `${count} chamadas`,
      remark: 'São feitas nesta ordem: todas ou nenhuma.',
    }),
    backup: () => ({ label: 'Você altera esta carteira', main: 'Ela recebe este endereço reserva' }),
    backupRemoved: () => ({ label: 'Você altera esta carteira', main: 'Ela não tem mais endereço reserva' }),
    recoveryCancelled: () => ({ label: 'Você altera esta carteira', main: 'A recuperação é cancelada' }),
    callCancelled: () => ({ label: 'Você retira', main: 'Uma chamada que você assinou' }),
    told: (said) => ({
      label: 'Esta página diz',
      main: said,
      remark:
        'São palavras da página, e ninguém aqui as verificou. Endereços e números são lidos da própria chamada.',
    }),
  },
  labels: {
    backup: 'Endereço reserva',
    data: 'Dados',
    extraData: 'Dados entregues',
    holder: 'Tirado de',
    length: 'Comprimento',
    selector: 'Função',
    value: 'Também enviado',
  },
  callOf: (number, count) => `Chamada ${number} de ${count}`,
  bytes: (count) => (count === 1 ? '1 byte' : `${count} bytes`),
  warnings: {
    'allowance-over-balance':
      'É mais do que a sua carteira tem: também poderá ser tomado o que chegar depois.',
    'from-other-account': 'O que é movido pertence a outra conta, que permitiu à sua carteira movê-lo.',
    'removes-backup':
      'A carteira ficará sem endereço reserva. Se a chave de acesso se perder, ninguém poderá recuperá-la.',
    'sets-backup': 'Quem controla o endereço reserva poderá tomar a carteira depois de um prazo.',
  },
  unread: {
    heading: 'Esta página pede algo que não pode ser lido',
    lede: 'Ninguém aqui sabe dizer o que esta chamada faz. Ela pode entregar tudo o que esta carteira tem.',
    understood: 'Entendo que não posso ver o que isto faz',
    missing: 'Marque a caixa ou cancele.',
    submit: 'Seguir',
  },
}
