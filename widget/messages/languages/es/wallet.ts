import type { WalletMessages } from '#widget/messages/wallet-en.ts'

export const wallet: WalletMessages = {
  labels: {
    activeFrom: 'Se puede activar',
    backup: 'Dirección de respaldo',
    callData: 'Datos de la llamada',
    contract: 'Para (su cartera)',
    network: 'Red',
    proposedKey: 'Clave nueva (x)',
    sender: 'De (dirección de respaldo)',
    value: 'Valor',
    wallet: 'Cartera',
  },
  timeLeft: (days, time) =>
    days === 0 ? `Quedan ${time}` : `Quedan ${days} ${days === 1 ? 'día' : 'días'} ${time}`,
  network: (chainId) => `Cadena ${chainId}`,
  changeWallet: 'Otra cartera',
  login: {
    heading: 'Abra su cartera',
    lede: (organization) => `Use la passkey de su cartera de ${organization}. No se firma ni se envía nada.`,
    submit: 'Usar mi passkey',
    working: 'Buscando su cartera…',
    doneHeading: 'Esta es su cartera',
    done: 'Su passkey la abre en este dispositivo.',
    single:
      'Esta passkey está en un solo dispositivo. Si se pierde, solo una dirección de respaldo puede recuperar la cartera.',
    singleWithBackup:
      'Esta passkey está en un solo dispositivo. Su dirección de respaldo puede recuperar la cartera.',
    unchecked:
      'Esta cartera fue recuperada, así que su dirección no se puede calcular a partir de su passkey. Compárela con la que anotó antes de recibir dinero.',
    missedHeading: 'Esa passkey no abre ninguna de sus carteras',
    missed: {
      unknown:
        'Puede ser de otra cuenta o de otro sitio. Pruebe otra passkey o inicie sesión con otra cuenta.',
      'other-chain': 'Se creó para una cartera de otra red. Pruebe otra passkey.',
      replaced: 'Una recuperación puso otra passkey en su lugar. Use la más reciente.',
    },
    again: 'Probar otra passkey',
    forget: 'Quitar esta passkey de mi dispositivo',
    forgetHint:
      'Solo si está seguro de que no abre nada: se perdería una cartera de otro sitio que solo abriera esta passkey.',
    forgetSure: 'Sí, quitarla',
  },
  receive: {
    heading: 'Recibir',
    lede: 'Dé esta dirección a quien vaya a pagarle.',
    qr: 'Código QR de su dirección',
    accepted: 'Se acepta aquí',
    otherwise: (chainId) =>
      `Envíe solo en esta red (cadena ${chainId}). Lo que se envía en otra red no llega aquí.`,
    received: (amount) => `Recibido: ${amount}`,
    watching: 'Lo que llegue aparecerá aquí solo.',
    stalled: 'No se ha podido leer el saldo. Seguimos intentándolo.',
    blind: 'Este servicio no informa de los saldos, así que aquí no aparece lo que llega.',
    balance: (amount) => `tiene ${amount}`,
  },
  backup: {
    heading: 'Dirección de respaldo',
    lede: 'Si pierde su passkey, esta dirección puede dar una nueva a la cartera. Tarda tres días y, hasta entonces, su passkey puede rechazarla.',
    hint: 'Una dirección cuya clave esté segura y no en este dispositivo: una cartera física o alguien de confianza.',
    present: 'Tiene una dirección de respaldo. Puede cambiarla.',
    none: 'No tiene dirección de respaldo. Si pierde su passkey, pierde también la cartera.',
    unknown: 'Este servicio no dice qué dirección de respaldo hay.',
    label: 'Nueva dirección de respaldo',
    submit: 'Revisar y firmar',
    remove: 'Quitar la dirección de respaldo',
    later: 'Más tarde',
    pendingHeading: 'Se ha propuesto una passkey nueva',
    pending: (time) =>
      `La dirección de respaldo quiere dar a su cartera una passkey nueva. Se podrá activar a partir del ${time}. Si no fue usted, rechácela ahora.`,
    refuse: 'Rechazar la passkey nueva',
    problems: {
      missing: 'Introduzca una dirección.',
      notAddress: 'Eso no es una dirección que pueda tener una clave: debe ser 0x y 40 caracteres.',
      checksum: 'Esta dirección tiene un error. Cópiela otra vez.',
      self: 'Esa es una cartera suya, que abren las mismas passkeys. Use otra dirección.',
      token: 'Ese es el contrato de un token, que no puede firmar nada. Use otra dirección.',
      same: 'Esa ya es su dirección de respaldo.',
      imitation:
        'Esta dirección se parece a una de las suyas y es otra. Cópiela otra vez de donde la conoce.',
    },
    what: {
      set: 'Nombra una dirección de respaldo',
      remove: 'Quita la dirección de respaldo',
      removed: 'Nadie podrá recuperar la cartera',
      refuse: 'Rechaza la passkey propuesta',
      refused: 'Su passkey se queda',
      unknown: 'Llama a un contrato',
      unknownMain: 'Nadie aquí puede decir qué hace',
    },
    warnings: {
      'sets-backup':
        'Quien tenga la clave de esta dirección podrá quedarse con su cartera a los tres días, si usted no lo rechaza a tiempo.',
      'removes-backup': 'Sin dirección de respaldo, perder la passkey es perder la cartera.',
      'unknown-call': 'Nadie aquí puede decir qué hace esta llamada.',
    },
    confirmed: { heading: 'Hecho', text: 'Es definitivo.' },
    failed: { heading: 'Ha fallado', text: 'La blockchain lo ha rechazado y nada ha cambiado.' },
    preparing: 'Preparando…',
    another: 'Ver la dirección de respaldo',
  },
  recover: {
    heading: 'Recupere su cartera',
    lede: 'Para cuando se pierde su passkey. Ahora crea una nueva. Su dirección de respaldo la propone y, tres días después, abre la cartera.',
    submit: 'Crear la passkey nueva',
    domain: 'Sirve en',
    proposalHeading: 'Proponga la passkey nueva',
    proposal:
      'Envíe esta llamada desde su dirección de respaldo, con cualquier aplicación de carteras. Veremos cuándo llega.',
    other:
      'La dirección de respaldo ha propuesto otra passkey. Envíe esta llamada para proponer esta en su lugar; los tres días empiezan de nuevo.',
    qr: 'Código QR de la llamada, para aplicaciones que lo lean',
    watching: 'Esperando. Puede irse y volver: su passkey nueva se conserva.',
    stalled: 'No se ha podido leer la cartera. Seguimos intentándolo.',
    waitingHeading: 'Hay que esperar',
    waiting:
      'La passkey nueva está propuesta. Se podrá activar cuando pase el plazo. Hasta entonces la antigua puede rechazarla.',
    waitingElsewhere:
      'Hay una passkey nueva propuesta, pero no se creó en este navegador. Si no la pidió, rechácela con su passkey actual.',
    activateHeading: 'Active la passkey nueva',
    activateText: 'Han pasado los tres días. Desde ahora la passkey nueva abre la cartera y la antigua no.',
    activate: 'Activar',
    working: 'Activando la passkey nueva…',
    noBackupHeading: 'Esta cartera no tiene dirección de respaldo',
    noBackup:
      'Solo la abre su passkey. Búsquela en sus otros dispositivos, en su gestor de contraseñas o en su llave de seguridad.',
    doneHeading: 'Su cartera está recuperada',
    done: 'Se abre con su passkey nueva. La antigua ya no la abre.',
    doneElsewhere: 'Se abre con la passkey nueva, en el dispositivo donde se creó.',
  },
}
