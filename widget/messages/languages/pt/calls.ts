import type { CallMessages } from '#widget/messages/calls-en.ts'

const items = (count: number) => `${count} ${count === 1 ? 'tipo' : 'tipos'} de itens`

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'Você permite gastar', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'Você permite gastar',
      main: token === '' ? 'Tudo, sem limite' : `Todos os ${token}, sem limite`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'Você retira uma permissão de gastar',
      main: token === '' ? 'Estas moedas' : token,
    }),
    ambiguous: (number) => ({
      label: 'Você dá uma permissão sobre',
      main: number,
      remark: 'Unidades mínimas de uma moeda ou o item com esse número: ninguém aqui sabe qual dos dois.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Você permite gastar', main: 'Tudo, sem limite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Você retira uma permissão', main: `Número ${number}` }),
    item: (id) => ({ label: 'Você envia', main: `Item ${id}` }),
    itemGrant: (id) => ({ label: 'Você permite mover', main: `Item ${id}` }),
    itemWithdrawn: (id) => ({ label: 'Você retira a permissão de mover', main: `Item ${id}` }),
    units: (units, id) => ({ label: 'Você envia', main: `${units} do item ${id}` }),
    batch: (count) => ({ label: 'Você envia', main: items(count) }),
    everyItem: (name) => ({
      label: 'Você permite mover',
      main: name === '' ? 'Todos os itens, agora e depois' : `Todos os itens de ${name}, agora e depois`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Você retira a permissão de mover',
      main: name === '' ? 'Todos os itens' : `Todos os itens de ${name}`,
    }),
    unknown: () => ({ label: 'Você chama um contrato', main: 'Ninguém aqui sabe dizer o que isto faz' }),
  },
  labels: {
    amounts: 'Quantidade',
    collection: 'Coleção',
    contract: 'Contrato',
    everyRow: 'Todos os itens que são enviados',
    id: 'Item',
    nobody: 'Ninguém',
    operator: 'Quem pode movê-los',
    row: 'Linha',
    spender: 'Quem pode fazer isso',
    withdrawnFrom: 'Retirada de',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Isto falharia, por isso não foi enviado. Verifique se a carteira tem o necessário e quem recebe.',
    },
    warnings: {
      'ambiguous-token':
        'Os dados não dizem se isto é um valor de uma moeda ou um item de uma coleção. Leia o número das duas formas.',
      'operator-grant':
        'Quem você nomear poderá tirar da sua carteira todos os itens desta coleção, agora e depois, até você retirar a permissão.',
      'to-token-contract': 'O destinatário é o próprio contrato do token. O que é enviado para lá se perde.',
      'unknown-call': 'Ninguém aqui sabe dizer o que esta chamada faz.',
      'unlimited-allowance':
        'Quem você nomear poderá tirar tudo o que a sua carteira tem desta moeda, agora e depois, até você retirar a permissão.',
      'value-with-call': 'A chamada também envia a moeda própria da rede.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmado', text: 'É definitivo.' },
      FAILED: {
        heading: 'Falhou',
        text: 'A blockchain recusou, e nada mudou. Verifique o que é preciso antes de preparar de novo.',
      },
    },
    working: { prepare: 'Preparando…' },
    confirm: { fingerprintHint: 'As mesmas palavras aparecem onde quer que esta chamada seja mostrada.' },
  },
}
