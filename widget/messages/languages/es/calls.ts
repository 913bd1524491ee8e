import type { CallMessages } from '#widget/messages/calls-en.ts'

const items = (count: number) => `${count} ${count === 1 ? 'tipo' : 'tipos'} de objetos`

export const calls: CallMessages = {
  what: {
    allowance: (amount) => ({ label: 'Permite gastar', main: amount }),
    allowanceWithoutLimit: (token) => ({
      label: 'Permite gastar',
      main: token === '' ? 'Todo, sin límite' : `Todos los ${token}, sin límite`,
    }),
    allowanceWithdrawn: (token) => ({
      label: 'Retira un permiso para gastar',
      main: token === '' ? 'Estas monedas' : token,
    }),
    ambiguous: (number) => ({
      label: 'Da un permiso sobre',
      main: number,
      remark: 'Unidades mínimas de una moneda o el objeto con ese número: nadie aquí sabe cuál de los dos.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Permite gastar', main: 'Todo, sin límite' }),
    ambiguousWithdrawn: (number) => ({ label: 'Retira un permiso', main: `Número ${number}` }),
    item: (id) => ({ label: 'Envía', main: `Objeto ${id}` }),
    itemGrant: (id) => ({ label: 'Permite mover', main: `Objeto ${id}` }),
    itemWithdrawn: (id) => ({ label: 'Retira el permiso para mover', main: `Objeto ${id}` }),
    units: (units, id) => ({ label: 'Envía', main: `${units} del objeto ${id}` }),
    batch: (count) => ({ label: 'Envía', main: items(count) }),
    everyItem: (name) => ({
      label: 'Permite mover',
      main:
        name === '' ? 'Todos los objetos, ahora y después' : `Todos los objetos de ${name}, ahora y después`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Retira el permiso para mover',
      main: name === '' ? 'Todos los objetos' : `Todos los objetos de ${name}`,
    }),
    unknown: () => ({ label: 'Llama a un contrato', main: 'Nadie aquí puede decir qué hace' }),
  },
  labels: {
    amounts: 'Cantidad',
    collection: 'Colección',
    contract: 'Contrato',
    everyRow: 'Todos los objetos que se envían',
    id: 'Objeto',
    nobody: 'Nadie',
    operator: 'Quién puede moverlos',
    row: 'Fila',
    spender: 'Quién puede hacerlo',
    withdrawnFrom: 'Se le retira a',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Esto fallaría, así que no se ha enviado. Revise que la cartera tenga lo necesario y quién lo recibe.',
    },
    warnings: {
      'ambiguous-token':
        'Los datos no dicen si esto es un importe de una moneda o un objeto de una colección. Lea el número como ambas cosas.',
      'operator-grant':
        'Quien usted nombre aquí podrá sacar de su cartera todos los objetos de esta colección, ahora y después, hasta que retire el permiso.',
      'to-token-contract': 'El destinatario es el propio contrato del token. Lo que se envía allí se pierde.',
      'unknown-call': 'Nadie aquí puede decir qué hace esta llamada.',
      'unlimited-allowance':
        'Quien usted nombre aquí podrá tomar todo lo que su cartera tenga de esta moneda, ahora y después, hasta que retire el permiso.',
      'value-with-call': 'La llamada también envía la moneda propia de la cadena.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmado', text: 'Es definitivo.' },
      FAILED: {
        heading: 'Ha fallado',
        text: 'La blockchain lo ha rechazado y nada ha cambiado. Revise lo que necesita antes de prepararlo otra vez.',
      },
    },
    working: { prepare: 'Preparando…' },
    confirm: { fingerprintHint: 'Las mismas palabras aparecen dondequiera que se muestre esta llamada.' },
  },
}
