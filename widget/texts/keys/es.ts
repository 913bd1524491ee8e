import type { KeysTexts } from './en.ts'

const keys: KeysTexts = {
  labels: {
    backup: 'Dirección de respaldo',
    contract: 'A (su wallet)',
    coSigner: 'Cofirmante',
    device: 'Dispositivo',
    domain: 'Funciona en',
    key: 'Clave pública',
    lastUse: 'Último uso',
    neverUsed: 'Aún sin usar en este servicio',
    wallet: 'Wallet',
    words: 'Palabras de verificación',
  },
  changeWallet: 'Otra wallet',
  later: 'Ahora no',
  another: 'Continuar',
  preparing: 'Preparando…',
  confirmed: {
    heading: 'Listo',
    text: 'Está confirmado en la blockchain.',
  },
  failed: {
    heading: 'Falló',
    text: 'No se ejecutó y nada ha cambiado.',
  },

  protect: {
    heading: {
      none: 'Esta wallet no está protegida',
      service: 'Proteger esta wallet',
      chain: 'Esta wallet está protegida en la blockchain',
      unknown: 'Protección',
    },
    lede: {
      none: 'Su passkey por sí sola puede mover todo. Configure primero la app de aprobación y vuelva aquí.',
      service:
        'Este servicio le pregunta antes de enviar algo. Pero quien tenga una firma de su passkey puede enviarla sin este servicio. Un cofirmante en la blockchain lo impide.',
      chain: 'Su passkey por sí sola no mueve nada: este cofirmante también debe firmar.',
      unknown: 'Este servicio no informa de si la wallet está protegida.',
    },
    first: {
      heading: 'Proteger primero esta wallet',
      note: 'Ahora firma la protección. Después sigue la primera transacción de esta wallet.',
      skip: 'Continuar sin protección',
      skipHint: 'Quien tenga una firma de su passkey puede entonces enviarla sin su aprobación.',
      skipSure: 'Sí, sin protección',
    },
    app: 'Abrir la app de aprobación',
    signInFirst: 'Inicie sesión una vez en la app de aprobación y vuelva aquí.',
    claim: (host) =>
      `${host} dice que esta es la dirección de su passkey de aprobación. Esta página no puede comprobarlo. Si es incorrecta, no podrá usar la wallet hasta que la haya quitado.`,
    isOwn: (host) => `${host} dice que esta es la dirección de su passkey de aprobación.`,
    isForeign: (host) =>
      `${host} dice que esta no es la dirección de su passkey de aprobación. Puede ser la de la organización.`,
    together: 'Su passkey y el cofirmante juntos pueden hacer todo.',
    alone: 'Ninguno de los dos puede mover nada por sí solo.',
    removable:
      'Su passkey por sí sola puede quitar al cofirmante. Tarda 3 días, o 30 si el cofirmante se opone.',
    backupLabel: 'Dirección de respaldo (opcional)',
    backupHint:
      'Aún no tiene ninguna. Si pierde su passkey, esta dirección puede dar una nueva a la wallet. No debe estar en este dispositivo ni ser el cofirmante.',
    backupHeld: 'Si indica una, también aprueba este cambio en la app de aprobación.',
    isBackup:
      'La dirección de su passkey de aprobación es la dirección de respaldo de esta wallet. Como cofirmante tendría dos votos. Indique primero otra dirección de respaldo.',
    submit: 'Revisar y firmar',
    removing: (time) => `La retirada de este cofirmante ha empezado. Surte efecto: ${time}.`,
    keep: 'Detener la retirada',
    remove: 'Quitar al cofirmante',
    removeHint: 'Desde entonces su passkey por sí sola puede mover todo lo que hay en esta wallet.',
    removeSure: 'Sí, empezar la retirada',
    changed:
      'El servidor indica otro cofirmante que el que este navegador conoce. Si no lo cambió usted, no firme nada y avise a los responsables de esta página.',
    changedByMe: 'Lo cambié yo',
    perhapsRemoved:
      'Usted empezó la retirada del cofirmante. El servidor dice que ha terminado. Si el cofirmante se opuso, tarda 30 días y aún no ha terminado: entonces no firme nada y avise a los responsables de esta página.',
    notObjected: 'El cofirmante no se opuso',
    problems: {
      missing: 'Introduzca una dirección.',
      notAddress: 'No es una dirección que pueda tener una clave: debe ser 0x y 40 dígitos.',
      checksum: 'Esta dirección tiene un error. Cópiela de nuevo.',
      self: 'Esa es una wallet suya, que abren las mismas passkeys. Use otra dirección.',
      token: 'Ese es el contrato de un token, que no puede firmar nada. Use otra dirección.',
      same: 'Esa ya es su dirección de respaldo.',
      imitation: 'Esta dirección se parece a una suya, pero es otra. Cópiela de nuevo desde donde la conoce.',
      coSigner: 'Ese es el cofirmante. Una sola clave tendría entonces dos votos. Use otra dirección.',
    },
  },

  devices: {
    heading: 'Dispositivos',
    lede: 'Cada una de estas passkeys abre esta wallet y puede firmar todo.',
    unnamed: 'Dispositivo sin nombre',
    isThis: 'este dispositivo',
    first: 'primera passkey',
    remove: 'Quitar',
    removeNamed: (name) => `Quitar ${name}`,
    add: 'Añadir otro dispositivo',
    join: 'Añadir este dispositivo',
    full: 'Esta wallet tiene tantos dispositivos como puede tener. Quite uno primero.',
    unknown: 'Este servicio no informa de los dispositivos de una wallet.',
    onlyKnown:
      'Otra passkey de la wallet debe firmar esto, para que le quede una que funcione. Aquí no se conoce ninguna. Abra esta página en el otro dispositivo y quite este allí.',
    addHeading: 'Añadir un dispositivo',
    addLede:
      'Abra esta página en el dispositivo nuevo y elija «Añadir este dispositivo». Después escanee el código que muestra, o péguelo aquí.',
    codeLabel: 'Código del dispositivo nuevo',
    scan: 'Escanear el código',
    noCamera: 'No se puede usar la cámara. Permítala en el navegador o pegue el código.',
    next: 'Comparar',
    problems: {
      missing: 'Pegue el código del dispositivo nuevo.',
      format: 'Ese no es el código de un dispositivo. Cópielo de nuevo.',
      wallet: 'Ese código es para otra wallet. Elija esta wallet en el dispositivo nuevo.',
      domain: 'Esa passkey funciona en otra dirección web, así que esta wallet no puede usarla.',
      known: 'Esta wallet ya tiene ese dispositivo.',
      invalid: 'Ese código no contiene una clave válida. Cópielo de nuevo.',
    },
    compareHeading: 'Compare las palabras',
    compareLede:
      'Mire el dispositivo nuevo. Debe mostrar exactamente estas palabras. Si no, el dispositivo de otra persona recibiría su wallet.',
    same: 'Las palabras son iguales',
    different: 'Son distintas',
    joinHeading: 'Añadir este dispositivo',
    joinLede: 'Aquí crea una passkey. Después debe permitirla un dispositivo que ya abre la wallet.',
    nameLabel: 'Nombre de este dispositivo',
    nameHint: 'Para distinguir sus dispositivos.',
    makePasskey: 'Crear la passkey',
    useMade: 'Usar la passkey nueva',
    waitingHeading: 'Permítalo en su otro dispositivo',
    waitingLede:
      'En un dispositivo que abre esta wallet, elija «Añadir otro dispositivo» e introduzca este código. Debe mostrar las mismas palabras.',
    code: 'Código',
    qr: 'Código QR para el otro dispositivo',
    watching: 'Observando. Puede irse y volver: su passkey nueva se conserva.',
    stalled: 'No se pudo leer la wallet. Seguimos intentándolo.',
    joinedHeading: 'Este dispositivo abre su wallet',
    joined: 'Desde ahora puede firmar aquí con la passkey nueva.',
    toDevices: 'Mostrar los dispositivos',
  },

  what: {
    changes: 'Usted modifica esta wallet',
    coSigner: 'Este cofirmante debe firmar todo',
    noCoSigner: 'Ya no tiene cofirmante',
    removal: 'Empieza la retirada de su cofirmante',
    kept: 'Conserva su cofirmante',
    backup: 'Esta dirección de respaldo puede recuperarla',
    noBackup: 'Ya no tiene dirección de respaldo',
    added: 'Este dispositivo puede firmar todo',
    removed: 'Este dispositivo ya no puede firmar nada',
    unknown: 'Usted llama a un contrato y su efecto se desconoce',
  },
  warnings: {
    'adds-key':
      'Quien tenga este dispositivo puede mover todo lo que hay en esta wallet. Compare las palabras.',
    'removes-key':
      'El dispositivo quitado ya no puede abrir esta wallet. Firme con una passkey que permanezca.',
    'sets-co-signer':
      'Si esta dirección es incorrecta, no podrá usar la wallet durante 3 días, o 30 si su titular se opone.',
    'removes-co-signer': 'Su passkey por sí sola podrá mover todo lo que hay en esta wallet.',
    'starts-co-signer-removal':
      'En 3 días su passkey por sí sola podrá mover todo lo que hay en esta wallet.',
    'sets-backup':
      'Quien tenga la clave de esta dirección puede hacerse con su wallet después de tres días, salvo que usted lo rechace a tiempo.',
    'removes-backup': 'Sin dirección de respaldo, una passkey perdida es una wallet perdida.',
    'unknown-call': 'Esta llamada no se puede descifrar: su efecto se desconoce.',
  },
}

export default (): KeysTexts => keys
