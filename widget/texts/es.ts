import type { Language, MainMessages, Parts } from './messages.ts'
import { es as pageErrors } from './page-errors.ts'

/** Spanish, formal. */
const main: MainMessages = {
  language: 'es',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: pageErrors.CONFIGURATION,
    UNSUPPORTED_BROWSER:
      'Este navegador no puede usar passkeys en esta página. Ábrala en un navegador actual.',
    RP_ID_MISMATCH: 'La passkey pertenece a otra dirección web. Abra la página en la que creó la wallet.',
    OPERATION_NOT_ALLOWED: 'Esta página no puede hacer eso con su wallet. Avise a sus responsables.',
    SESSION_EXPIRED:
      'Su sesión ha terminado. Recargue la página, inicie sesión si se le pide y empiece de nuevo.',
    OFFLINE: 'No tiene conexión. Compruébela e inténtelo otra vez: no se ha perdido nada.',
    NETWORK_FAILED: pageErrors.NETWORK_FAILED,
    UNEXPECTED_ANSWER:
      'El servicio de wallets ha dado una respuesta que no entendemos, así que hemos parado. Inténtelo más tarde.',
    OUTCOME_UNKNOWN: 'No hemos podido ver si se envió. Inténtelo otra vez: nada se envía nunca dos veces.',
    UNKNOWN: 'Algo ha salido mal. Inténtelo otra vez o avise a los responsables de esta página.',
    PASSKEY_CANCELLED:
      'La solicitud de passkey se cerró o no encontró ninguna adecuada. No se ha firmado nada. Inténtelo otra vez.',
    PASSKEY_TIMEOUT:
      'La solicitud de passkey no recibió respuesta a tiempo. No se ha firmado nada. Inténtelo otra vez.',
    PASSKEY_BLOCKED:
      'La página que contiene a esta no permite passkeys. Abra esta página en su propia pestaña.',
    PASSKEY_EXISTS: 'Este dispositivo ya tiene una passkey así. Use esa o elija otro dispositivo.',
    PASSKEY_UNSUITABLE:
      'Esta passkey no puede abrir una wallet. Pruebe con otro dispositivo o gestor de contraseñas.',
    PASSKEY_WRONG:
      'Esa es la passkey de otra wallet. No se ha enviado nada. Inténtelo con la de esta wallet.',
    ADDRESS_MISMATCH:
      'El servicio de wallets ha dado una dirección que no es la de su passkey, así que hemos parado. No le envíe nada y avise a los responsables de esta página.',
    CALL_MISMATCH:
      'El servicio de wallets ha preparado algo distinto de lo que pidió, así que hemos parado. No se ha firmado nada. Avise a los responsables de esta página.',
    NO_WALLET: 'Aún no tiene ninguna wallet aquí. Cree una primero.',
    NO_TOKEN: 'Esta wallet no tiene tokens que se puedan enviar desde aquí.',
    INSUFFICIENT_BALANCE:
      'El saldo de la wallet no alcanza para la comisión. Añada tokens e inténtelo otra vez.',
    STOPPED_BY_PAGE: 'Esta página ha impedido la firma. No se ha enviado nada.',
    VALIDATION_FAILED:
      'El servicio de wallets ha rechazado algo que introdujo. Revíselo e inténtelo otra vez.',
    INVALID_VERIFICATION_CODE:
      'Ese código es incorrecto o demasiado antiguo. Mire el correo más reciente o pida un código nuevo.',
    INVALID_PUBLIC_KEY: 'El servicio de wallets no puede usar esta passkey. Cree otra.',
    RP_ID_HASH_NOT_REGISTERED:
      'Esta dirección web no está registrada para wallets. Avise a sus responsables.',
    WALLET_ALREADY_DEPLOYED:
      'Esta passkey ya tiene una wallet, pero no en su cuenta de aquí. Empiece de nuevo y cree una passkey nueva.',
    INSUFFICIENT_FEE_BALANCE: 'El pago aún no ha llegado.',
    TRANSACTION_EXPIRED: 'El plazo se agotó, así que hemos fijado otro. Revise todo una vez más y confirme.',
    EXPIRATION_TOO_FAR:
      'Los relojes no coincidían, así que hemos fijado el plazo de nuevo. Revise todo una vez más y confirme.',
    INVALID_SIGNATURE: 'La firma no se ha aceptado. No se ha enviado nada. Confirme una vez más.',
    FEE_REFUSED: 'La comisión ha cambiado. Revise la nueva y confirme otra vez.',
    TRANSACTION_REVERTS:
      'Esta transferencia fallaría, así que no se ha enviado. Revise el importe, el destinatario y el saldo.',
    RECIPIENT_CANNOT_RECEIVE:
      'El destinatario es un contrato que no puede recibir esto. No se ha enviado nada.',
    TOKEN_UNREADABLE: 'Este token no se puede leer o no informa de sus decimales. Revise su dirección.',
    WALLET_NOT_OWNED: 'Esta wallet no está en su cuenta de aquí. Avise a los responsables de esta página.',
    NOT_FOUND: 'El servicio de wallets no ofrece esto. Avise a los responsables de esta página.',
    CONFLICT: 'Esto ya se está haciendo. Espere un momento e inténtelo otra vez.',
    RATE_LIMITED: 'Demasiadas solicitudes. Espere un momento e inténtelo otra vez.',
    CHAIN_FAILED:
      'No se ha podido contactar con la blockchain. Inténtelo de nuevo en un momento: no se ha perdido nada.',
    CHAIN_TIMEOUT: 'La blockchain no respondió a tiempo. Inténtelo otra vez: nunca se envía nada dos veces.',
    UNAVAILABLE:
      'El servicio de wallets no está disponible ahora. Inténtelo de nuevo en un momento: no se ha perdido nada.',
    ORIGIN_REFUSED: 'Esta dirección web no puede usar el servicio de wallets. Avise a sus responsables.',
    EMAIL_REFUSED: 'Esta sesión es de otra dirección de correo. Recargue la página y empiece de nuevo.',
  },
  warnings: {
    'self-transfer': 'El destinatario es esta misma wallet.',
    'to-token-contract':
      'El destinatario es el propio contrato del token. Los tokens que se envían allí se pierden.',
    'to-zero-address': 'El destinatario es la dirección cero. Los tokens que se envían allí se pierden.',
    'unknown-token': 'No está en la lista de permitidos: su nombre puede ser falso.',
    'suspicious-token-text': 'El nombre de este token es engañoso.',
  },
  otherWarning: 'Lea cada dato antes de confirmar.',
  states: {
    SUBMITTED: { heading: 'Enviado', text: 'La blockchain lo está confirmando. Tarda unos segundos.' },
    CONFIRMED: { heading: 'Confirmado', text: 'La transferencia se ha completado.' },
  },
  common: {
    cancel: 'Cancelar',
    back: 'Atrás',
    continue: 'Continuar',
    tryAgain: 'Reintentar',
    startAgain: 'Empezar de nuevo',
    copy: 'Copiar',
    copied: 'Copiado',
    copyWhat: (what) => `Copiar: ${what}`,
    loading: 'Cargando…',
    optional: 'opcional',
    problemHeading: 'No ha funcionado',
    retryIn: (seconds) => `Inténtelo otra vez dentro de ${seconds} s.`,
    units: (units) => `${units} unidades base`,
    chain: (chainId) => `Cadena ${chainId}`,
    unnamed: 'Wallet',
    noFee: 'Ninguna',
  },
  labels: {
    address: 'Dirección',
    amount: 'Importe',
    calldata: 'Datos de la llamada',
    digest: 'Digest que se firma',
    email: 'Correo electrónico',
    exactAmount: 'Importe en unidades base',
    expiration: 'Caduca (segundos Unix)',
    fee: 'Comisión',
    feeReceiver: 'La comisión va a',
    feeToken: 'Token de la comisión',
    feeUnits: 'Comisión en unidades base',
    fingerprint: 'Palabras de control',
    from: 'De',
    function: 'Función',
    name: 'Nombre',
    network: 'Red',
    reason: 'Motivo',
    to: 'Para',
    token: 'Token',
    transaction: 'Transacción',
    validUntil: 'Válido hasta',
  },
  person: {
    heading: 'Cree su wallet',
    lede: (organization) =>
      `${organization} confirma primero su correo. Después, una passkey en su dispositivo se convierte en la llave de su wallet.`,
    emailInvalid: 'Introduzca una dirección de correo como name@example.com.',
    label: 'Nombre de la wallet',
    labelInvalid: (max) => `Use como máximo ${max} caracteres.`,
    submit: 'Enviar código',
  },
  code: {
    heading: 'Introduzca el código',
    lede: (email) => `Hemos enviado seis cifras a ${email}. Valen diez minutos.`,
    label: 'Código del correo',
    invalid: 'El código tiene seis cifras.',
    submitWithPasskey: 'Crear wallet',
    resend: 'Enviar un código nuevo',
    resendIn: (seconds) => `Enviar un código nuevo (${seconds} s)`,
    resent: 'Un código nuevo está en camino. Solo vale el más reciente.',
    passkeyKept: 'Su passkey se conserva.',
    changeEmail: 'Cambiar el correo',
  },
  passkey: {
    heading: 'Cree su passkey',
    lede: 'Su dispositivo le pide la huella, la cara o el PIN. La passkey es la única llave de la wallet.',
    domain: 'Sirve en',
    submit: 'Crear passkey',
    knownHeading: 'Continúe con su passkey',
    knownLede: 'Ya creó una aquí y todavía no tiene wallet. Confírmela una vez y seguimos.',
    knownSubmit: 'Usar mi passkey',
    makeNew: 'Crear otra passkey en su lugar',
    useKnown: 'Usar la passkey que ya creé',
  },
  working: {
    address: 'Calculando la dirección de la wallet…',
    wallet: 'Creando la wallet…',
    prepare: 'Preparando la transferencia…',
    execute: 'Enviando…',
  },
  created: {
    heading: 'Su wallet está lista',
    lede: 'Se abre con la passkey que acaba de crear.',
    single:
      'Esta passkey está en un solo dispositivo. Si se pierde, solo una dirección de respaldo puede recuperar la wallet.',
    backup: 'Añadir una dirección de respaldo',
  },
  wallet: {
    heading: 'Elija una wallet',
    lede: '¿Desde qué wallet quiere enviar?',
  },
  transfer: {
    heading: 'Enviar tokens',
    change: 'Cambiar de wallet',
    toHint: 'Dirección de la wallet (0x…)',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Enviar todo',
    submit: 'Revisar',
    problems: {
      toMissing: 'Introduzca la dirección del destinatario.',
      toNotAddress: 'Eso no es una dirección: debe ser 0x y 40 caracteres.',
      toChecksum: 'Esta dirección tiene un error. Cópiela otra vez.',
      toZero: 'Esa es la dirección cero.',
      amountMissing: 'Introduzca un importe.',
      amountFormat: 'Introduzca un número como 12,50, sin separar los miles.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Introduzca un número entero.'
          : `Use como máximo ${decimals} ${decimals === 1 ? 'cifra' : 'cifras'} después de la coma.`,
      amountZero: 'Introduzca más que cero.',
      amountRange: 'Ese número es demasiado grande.',
      amountBalance: (balance, fee, fixed) =>
        `La wallet tiene ${balance}${fee === '' ? '' : ` y la comisión es de ${fee}`}. ${fixed ? 'Añada tokens e inténtelo otra vez' : 'Introduzca menos'}.`,
    },
  },
  confirm: {
    heading: 'Revise y confirme',
    lede: 'Usted envía',
    validFor: (minutes) => `válido durante ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`,
    fingerprintHint: 'Las mismas palabras aparecen dondequiera que se muestre esta transferencia.',
    details: 'Datos sin procesar',
    unverified: (amount) => `${amount}, según el token`,
    submit: 'Confirmar con passkey',
  },
  progress: {
    noStatus: 'El servicio de wallets no informa del estado.',
    lost: 'Sin respuesta útil del servicio de wallets. Seguimos intentándolo: no se pierde nada ni se envía dos veces.',
    another: 'Enviar más',
  },
}

const tokenIds = (count: number) => `${count} ID de token`

const calls: Parts['calls'] = {
  what: {
    allowance: (amount) => ({ label: 'Usted permite gastar', main: amount }),
    allowanceWithdrawn: (token) => ({
      label: 'Usted ya no permite gastar',
      main: token === '' ? 'Estos tokens' : token,
    }),
    ambiguous: (number) => ({
      label: 'Usted da permiso para',
      main: number,
      remark:
        'Un importe en unidades base o el ID de token de un NFT: la llamada no muestra cuál de los dos.',
    }),
    ambiguousWithoutLimit: () => ({ label: 'Usted permite gastar', main: 'Ilimitado' }),
    ambiguousWithdrawn: (number) => ({ label: 'Usted revoca un permiso', main: `Número ${number}` }),
    item: (quantity) => ({ label: 'Usted envía', main: quantity }),
    itemGrant: (quantity) => ({ label: 'Usted permite la transferencia de', main: quantity }),
    itemWithdrawn: (quantity) => ({ label: 'Usted ya no permite la transferencia de', main: quantity }),
    batch: (count) => ({ label: 'Usted envía', main: tokenIds(count) }),
    everyItem: (name) => ({
      label: 'Usted permite la transferencia de',
      main:
        name === ''
          ? 'Todos los tokens de esta colección, ahora y después'
          : `Todos sus ${name}, ahora y después`,
    }),
    everyItemWithdrawn: (name) => ({
      label: 'Usted ya no permite la transferencia de',
      main: name === '' ? 'Todos los tokens de esta colección' : `Todos sus ${name}`,
    }),
    unknown: () => ({ label: 'Usted llama a un contrato', main: 'Su efecto es desconocido' }),
  },
  labels: {
    amounts: 'Cantidad',
    collection: 'Colección',
    contract: 'Contrato',
    everyRow: 'Todos los ID de token',
    id: 'ID de token',
    nobody: 'Nadie',
    operator: 'Operador',
    row: 'Fila',
    spender: 'Autorizado',
    withdrawnFrom: 'Se revoca a',
  },
  instead: {
    errors: {
      TRANSACTION_REVERTS:
        'Esto fallaría, así que no se ha enviado. Revise que la wallet tenga lo necesario y quién lo recibe.',
    },
    warnings: {
      'ambiguous-token':
        'Los datos no dicen si esto es un importe de un token o un NFT de una colección. Lea el número como ambas cosas.',
      'operator-grant':
        'El operador podrá transferir todos sus tokens de esta colección, ahora y después, hasta que revoque el permiso.',
      'to-token-contract': 'El destinatario es el propio contrato del token. Lo que se envía allí se pierde.',
      'unknown-call': 'Esta llamada no se puede descodificar: su efecto es desconocido.',
      'unlimited-allowance':
        'El autorizado podrá transferir todo su saldo de este token, ahora y después, hasta que revoque el permiso.',
      'value-with-call': 'La llamada también envía el token nativo de la cadena.',
    },
    states: {
      CONFIRMED: { heading: 'Confirmado', text: 'Se ejecutó en la blockchain.' },
      FAILED: {
        heading: 'Ha fallado',
        text: 'No se ha ejecutado y nada ha cambiado. Revise lo que necesita antes de prepararlo otra vez.',
      },
    },
    working: { prepare: 'Preparando…' },
    confirm: { fingerprintHint: 'Las mismas palabras aparecen dondequiera que se muestre esta llamada.' },
  },
}

const frame: Parts['frame'] = {
  errors: {
    INSECURE_CONTEXT:
      'Las passkeys necesitan una página cifrada. Abra esta página con su dirección que empieza por https://.',
    PAGE_HIDDEN:
      'Esta página no estaba en primer plano, así que no pudo abrirse la solicitud de passkey. Haga clic aquí e inténtelo otra vez.',
    PASSKEY_NOT_FOUND:
      'La solicitud se cerró al instante: quizá este dispositivo no tenga ninguna passkey para esta wallet. No se ha firmado nada. Inténtelo otra vez y elija su teléfono u otro dispositivo. Si una app muestra esta página, ábrala en el navegador.',
    PASSKEY_REFUSED:
      'El navegador lo rechazó enseguida, sin preguntarle. Configure un bloqueo de pantalla, huella o PIN e inténtelo otra vez, o use otro dispositivo. Si una app muestra esta página, ábrala en el navegador.',
    PASSKEY_NO_ANSWER:
      'Su gestor de contraseñas se hizo cargo de la petición y no respondió. Desactívelo para esta página, o elija otro, e inténtelo otra vez.',
    PASSKEY_BUSY: 'Hay otra solicitud de passkey abierta. Termínela o ciérrela e inténtelo otra vez.',
    PASSKEY_DEVICE_FAILED:
      'El dispositivo no pudo responder. Desbloquéelo, inicie sesión en su gestor de contraseñas e inténtelo otra vez, o use otro dispositivo.',
    PASSKEY_BROWSER_FAILED:
      'El navegador no pudo abrir una solicitud de passkey. Actualícelo, desactive las extensiones de contraseñas o use otro navegador.',
    PASSKEY_CLICK_NEEDED:
      'El navegador pide un clic más antes de abrir una solicitud de passkey. Pulse el botón otra vez.',
    PASSKEY_UNVERIFIED:
      'El dispositivo no comprobó que sea usted. Configure en él huella, cara o PIN, o use otro dispositivo.',
    PASSKEY_KEY_TYPE:
      'Este dispositivo crea otro tipo de passkey que el que necesitan las wallets. Use otro dispositivo o gestor de contraseñas.',
    POLICY_REFUSED:
      'Las reglas de esta wallet no lo permiten, así que no se ha enviado. Cámbielo o pregunte a los responsables de esta página.',
    CO_SIGNATURE_MISSING:
      'El cofirmante de esta wallet también debe firmar y este servicio no puede pedírselo, así que no se envió nada. Pregunte a los responsables de esta página.',
    CO_SIGNER_NOT_READY:
      'El cofirmante de esta wallet aún no está listo, así que no se envió nada. Inténtelo de nuevo en un momento.',
    CLOCK_WRONG:
      'El reloj de este dispositivo va mal, así que se rechazó el plazo. Póngalo en automático, revise todo una vez más y confirme.',
    RP_ID_MISMATCH:
      'La passkey pertenece a otra dirección web que esta página. Abra la página en la que la creó.',
    PASSKEY_BLOCKED:
      'La página que contiene a esta no permite passkeys aquí. Continúe en una ventana propia.',
  },
  copyDetails: 'los datos para soporte',
  covered: 'Algo tapa esta wallet o no se ve entera. Así no se puede confirmar nada.',
  openWindow: 'Abrir en una ventana',
  windowOpen: 'Continúe en la ventana que se ha abierto.',
  windowBlocked:
    'El navegador no ha abierto la ventana. Permita las ventanas emergentes para esta página y pulse otra vez.',
  createHeading: 'Cree la passkey aquí',
  createLede: 'La página de la que viene no puede hacerlo. Esta ventana se cierra después.',
  createSubmit: 'Crear passkey',
  notCreated:
    'No se ha creado ninguna passkey: se cerró la solicitud o el dispositivo no tiene espacio para otra. Inténtelo otra vez o use otro dispositivo.',
}

const funding: Parts['funding'] = {
  heading: 'Añada tokens',
  lede: 'Esta wallet paga sus propias comisiones, así que primero necesita un pequeño saldo.',
  missing: 'Envíe al menos',
  address: 'a esta dirección',
  watching: 'Esperando. Continuaremos automáticamente cuando llegue el pago.',
  stalled: 'No se ha podido leer el saldo. Seguimos intentándolo.',
  arrived: 'Recibido hasta ahora',
}

const held: Parts['held'] = {
  states: {
    PENDING_USER_APPROVAL: {
      heading: 'A la espera de su aprobación',
      text: 'Apruébelo o rechácelo en su aplicación de aprobación. Antes, el servicio de wallets no envía nada.',
    },
    APPROVED: { heading: 'Aprobado', text: 'Se está enviando a la blockchain.' },
    FAILED: {
      heading: 'La transferencia ha fallado',
      text: 'No se ha ejecutado y los tokens siguen en su wallet. Revise el saldo antes de prepararla otra vez.',
    },
    REJECTED: {
      heading: 'Rechazado',
      text: 'Se rechazó en su aplicación de aprobación. El servicio de wallets no ha enviado nada. Si fue un descuido, prepárelo otra vez.',
    },
    EXPIRED: {
      heading: 'Caducado',
      text: 'No se aprobó a tiempo. El servicio de wallets no ha enviado nada. Prepárelo otra vez para obtener un número nuevo.',
    },
    CANCELLED: { heading: 'Cancelado', text: 'No se ha ejecutado.' },
  },
  unseen: {
    heading: 'Estado desconocido',
    text: 'El servicio de wallets no responde desde hace cinco minutos. Puede que ya esté confirmado: vuelva a mirar antes de enviar otra cosa.',
  },
  overdue: 'El plazo para aprobarlo ha pasado.',
  again: 'Preparar otra vez',
  cancel: 'Cancelar este pago',
  unsure:
    'Usted lo ha firmado y puede que esté en camino. Inténtelo otra vez: se envía la misma firma, que solo cuenta una vez. No vuelva a pagar antes de eso.',
  executable: (time) =>
    `No se completó, pero hasta el ${time} todavía puede: si lo intenta otra vez aquí, o si otra persona envía la firma de usted. No vuelva a pagar antes de eso.`,
  number: (number) => `Elija ${number}`,
  pick: 'Elija este número en su aplicación de aprobación para aprobarlo. Antes, el servicio de wallets no envía nada.',
  other: {
    heading: 'Esperando a un administrador',
    text: 'Dele este número para aprobar. Antes, el servicio de wallets no envía nada.',
  },
  timeLeft: (time) => `Tiempo restante: ${time}`,
  open: 'Abrir la aplicación de aprobación',
  mailed: (email) => `Hemos enviado un enlace a ${email ?? 'su correo'}.`,
  reported:
    'Usted denunció esto. El servicio de wallets no ha enviado nada y se ha avisado a la organización.',
  cancelling: {
    what: 'Con esta firma cancela lo siguiente. Después ya no se podrá ejecutar.',
    refused: 'No se pudo cancelar. Quizá acabe de ejecutarse: seguimos comprobándolo.',
    tooLate: 'No se pudo cancelar a tiempo: el pago se realizó.',
  },
}

const message: Parts['message'] = {
  heading: {
    text: 'Firmar un mensaje',
    'sign-in': 'Iniciar sesión',
    permission: 'Firmar un permiso',
    payment: 'Firmar un pago',
    cancellation: 'Cancelar un pago firmado',
    data: 'Firmar datos',
  },
  lede: (origin: string) => `${origin} pide su firma. No se envía nada a la blockchain.`,
  by: 'Firmado por',
  which: '¿Con qué wallet quiere firmar?',
  otherCoSigner:
    'El servidor indica otro cofirmante que el que este navegador conoce. Si no lo cambió usted, no firme.',
  removedCoSigner:
    'Usted empezó la retirada del cofirmante. El servidor dice que ha terminado. No es así si el cofirmante se opuso: entonces no firme.',
  hash: 'Hash del mensaje',
  validFrom: 'Válido desde',
  validUntil: 'Válido hasta',
  noEnd: 'Sin fin',
  warnings: {
    site: (site: string, origin: string) =>
      `Con esto inicia sesión en ${site}, pero lo pide ${origin}. Quien reciba la firma podrá usar su cuenta allí.`,
    uri: (address: string, origin: string) => `Es para la dirección ${address}, que no es de ${origin}.`,
    account: 'Este inicio de sesión indica una cuenta distinta de la de su wallet.',
    chain: 'Este inicio de sesión es para una red distinta de la de su wallet.',
    expired: 'Este inicio de sesión ha caducado.',
    early: 'Este inicio de sesión aún no es válido.',
    malformed:
      'Parece un inicio de sesión, pero no tiene la forma de uno. Sus partes pueden significar otra cosa.',
    hidden: 'El texto tiene caracteres invisibles. Se muestran con sus códigos.',
    foreign:
      'Se trata del dinero de otra cuenta, no de su billetera. Su firma no sirve para ello, o es una trampa.',
    gives: 'Solo con esta firma, otros pueden tomar lo que se indica aquí. No se pregunta nada más antes.',
    unread:
      'No se sabe qué permite esta firma. Puede entregar todo lo que contiene esta wallet. Lea cada línea.',
  },
  understood: 'Lo he leído y quiero firmarlo de todos modos',
  refused: {
    held: 'Usted aprueba lo que hace esta wallet en su aplicación de aprobación, y una firma lo eludiría. No se ha firmado nada. Pida a esta página que envíe el permiso como transacción.',
    declined: 'Se rechazó en la aplicación de aprobación. Esta página no recibió la firma.',
    expired: 'No se aprobó a tiempo. Esta página no recibió la firma.',
    coSigner: 'Esta wallet tiene un cofirmante que no firmó. La página no recibió ninguna firma.',
    unsafe:
      'Esta página pide firmar algo que podría ser una transacción. No se ha firmado nada. Avise a sus responsables.',
  },
  signedHeading: 'Firmado',
  signed: 'La página tiene su firma. No se ha enviado nada a la blockchain.',
}

const notes: Parts['notes'] = {
  balance: (before, after) => `Saldo: ${before}. Después de esto: ${after}.`,
  source: 'Según informa el servidor.',
  payee: (address, name) => `La organización llama «${name}» a ${address}.`,
  feeLarge: 'La comisión es mayor que lo que envía.',
  first: (address, whole) =>
    whole
      ? `Esta wallet no ha tratado nunca con ${address}. Compare la dirección carácter por carácter.`
      : `Esta wallet no ha tratado últimamente con ${address}. Compare la dirección carácter por carácter.`,
  unfinished: (address, until) =>
    `Un pago anterior a ${address} todavía puede ejecutarse hasta el ${until}. Si confirma también este, puede que pague dos veces.`,
  unchecked: (address) =>
    `No se pudo comprobar si ${address} imita otra dirección. Compárela dígito por dígito.`,
  imitates: {
    wallet: (address) => `${address} empieza y termina como la dirección de esta wallet, pero es otra.`,
    known: (address, original) =>
      `${address} empieza y termina como ${original}, con la que esta wallet ha tratado, pero es otra. Quien la creó quiere que las confunda.`,
    token: (address, original) =>
      `${address} empieza y termina como ${original}, el contrato de un token, pero es otra. Quien la creó quiere que las confunda.`,
    named: (address, name) =>
      `${address} empieza y termina como «${name}», que la organización conoce, pero es otra. Quien la creó quiere que las confunda.`,
  },
  simulation: {
    differs:
      'Una simulación en la blockchain difiere de lo que se muestra aquí. No confirme si no sabe por qué.',
    balance: 'Saldo de',
    approval: 'Permiso para',
    read: 'Mostrado aquí',
    simulated: 'En la simulación',
    nothing: 'Sin cambios',
    everything: 'Todos los tokens',
    understood: 'Sé por qué difiere',
    missing: 'No se pudo simular en la blockchain. Solo se leyeron sus bytes.',
    checking: 'Comprobando qué hace…',
    fails: 'Esta transacción fallará si se envía ahora.',
    notHeld: 'La wallet no tiene suficiente de un token que envía.',
    itemNotHeld: (tokenId) => `La wallet no tiene el token con ID ${tokenId}, o no tiene suficiente.`,
    blocked: (name) => `La política «${name}» lo bloquea.`,
    unsignable: 'No se puede firmar.',
    again: 'Comprobar de nuevo',
    orgApproval: (name) =>
      `Después de su firma hace falta la aprobación de la organización (política «${name}»).`,
    ownApproval: 'Después de su firma, lo aprueba en la aplicación de aprobación.',
  },
}

const quantity: Parts['quantity'] = {
  unlimited: (token) => (token === '' ? 'Ilimitado' : `${token} ilimitado`),
}

const signing: Parts['signing'] = {
  what: {
    coins: (amount) => ({ label: 'Usted envía', main: amount }),
    moved: (amount) => ({ label: 'Usted transfiere desde otra cuenta', main: amount }),
    moreAllowance: (amount) => ({ label: 'Usted permite gastar más', main: amount }),
    several: (count) => ({
      label: 'Usted firma una vez para',
      main: count === 1 ? '1 llamada' : `${count} llamadas`,
      remark: 'Se hacen en este orden: todas o ninguna.',
    }),
    backup: () => ({ label: 'Usted modifica esta wallet', main: 'Recibe esta dirección de respaldo' }),
    backupRemoved: () => ({ label: 'Usted modifica esta wallet', main: 'Ya no tiene dirección de respaldo' }),
    recoveryCancelled: () => ({ label: 'Usted modifica esta wallet', main: 'Se cancela la recuperación' }),
    callCancelled: () => ({ label: 'Usted cancela', main: 'Una llamada que firmó' }),
    coSigner: () => ({ label: 'Usted modifica esta wallet', main: 'Recibe este cofirmante' }),
    coSignerRemoved: () => ({ label: 'Usted modifica esta wallet', main: 'Ya no tiene cofirmante' }),
    coSignerRemovalStarted: () => ({
      label: 'Usted modifica esta wallet',
      main: 'Empieza la retirada de su cofirmante',
    }),
    coSignerKept: () => ({ label: 'Usted modifica esta wallet', main: 'Conserva su cofirmante' }),
    deviceAdded: () => ({ label: 'Usted modifica esta wallet', main: 'Recibe este dispositivo' }),
    deviceRemoved: () => ({ label: 'Usted modifica esta wallet', main: 'Pierde este dispositivo' }),
    objected: () => ({ label: 'Usted se opone', main: 'A la retirada de un cofirmante' }),
    registered: (said, owner) => ({
      label: `${owner} dice en el registro público`,
      main: said,
      remark:
        'La organización confía en estas palabras; aquí no se han comprobado. Las direcciones y los números se leen de la propia llamada.',
    }),
    formatted: (said) => ({
      label: 'Esta página dice',
      main: said,
      remark:
        'Son palabras de la página y no se han comprobado. Las direcciones y los números se leen de la propia llamada.',
    }),
  },
  labels: {
    backup: 'Dirección de respaldo',
    coSigner: 'Cofirmante',
    data: 'Datos',
    extraData: 'Datos adicionales',
    holder: 'Se toma de',
    key: 'Clave pública',
    length: 'Longitud',
    selector: 'Función',
    value: 'También se envía',
  },
  callNumber: (number, count) => `Llamada ${number} de ${count}`,
  bytes: (count) => (count === 1 ? '1 byte' : `${count} bytes`),
  warnings: {
    'allowance-over-balance':
      'Es más de lo que tiene su wallet: también se podrá tomar lo que llegue después.',
    'from-other-account': 'Lo que se mueve es de otra cuenta, que ha permitido a su wallet moverlo.',
    'adds-key': 'La passkey añadida podrá firmar todo en esta wallet.',
    'objects-to-removal':
      'El titular de la otra wallet tendrá que esperar 30 días, no 3, hasta que se retire el cofirmante.',
    'removes-co-signer': 'La passkey por sí sola podrá mover todo lo que hay en esta wallet.',
    'removes-key': 'La passkey quitada ya no podrá firmar en esta wallet.',
    'sets-co-signer':
      'Si esta dirección es incorrecta, la wallet no se podrá usar durante tres días: cada transacción necesitará también su firma.',
    'starts-co-signer-removal':
      'En tres días la passkey por sí sola podrá mover todo lo que hay en esta wallet.',
    'removes-backup':
      'La wallet se quedará sin dirección de respaldo. Si se pierde la passkey, la wallet no se podrá recuperar.',
    'sets-backup':
      'Quien controle la dirección de respaldo podrá tomar el control de la wallet tras un plazo.',
  },
  unread: {
    heading: 'Esta página pide algo que no se puede leer',
    lede: 'Esta llamada no se puede descodificar. Puede entregar todo lo que tiene esta wallet.',
    understood: 'Entiendo que no puedo ver lo que hace',
    missing: 'Marque la casilla o cancele.',
    submit: 'Seguir',
  },
}

const wallet: Parts['wallet'] = {
  labels: {
    activeFrom: 'Se puede activar',
    backup: 'Dirección de respaldo',
    callData: 'Datos de la llamada',
    contract: 'Para (su wallet)',
    network: 'Red',
    sender: 'De (dirección de respaldo)',
    value: 'Valor',
    wallet: 'Wallet',
  },
  timeLeft: (days, time) =>
    days === 0
      ? `Tiempo restante: ${time}`
      : `Tiempo restante: ${days} ${days === 1 ? 'día' : 'días'} ${time}`,
  network: (chainId) => `Cadena ${chainId}`,
  changeWallet: 'Otra wallet',
  login: {
    heading: 'Abra su wallet',
    lede: (organization) => `Use la passkey de su wallet de ${organization}. No se firma ni se envía nada.`,
    submit: 'Usar mi passkey',
    working: 'Buscando su wallet…',
    doneHeading: 'Esta es su wallet',
    done: 'Su passkey la abre en este dispositivo.',
    singleWithBackup:
      'Esta passkey está en un solo dispositivo. Su dirección de respaldo puede recuperar la wallet.',
    unchecked:
      'Esta no es la primera passkey de la wallet, así que la dirección no se puede calcular a partir de ella. Antes de recibir dinero, compárela con la que anotó.',
    missedHeading: 'Esa passkey no abre ninguna de sus wallets',
    missed: {
      unknown:
        'Puede ser de otra cuenta o de otro sitio. Pruebe otra passkey o inicie sesión con otra cuenta.',
      'other-chain': 'Se creó para una wallet de otra red. Pruebe otra passkey.',
      replaced: 'Se quitó de la wallet, o una recuperación la sustituyó. Use otra passkey.',
    },
    again: 'Probar otra passkey',
    forget: 'Quitar esta passkey de mi dispositivo',
    forgetHint:
      'Solo si está seguro de que no abre nada: se perdería una wallet de otro sitio que solo abriera esta passkey.',
    forgetSure: 'Sí, quitarla',
  },
  receive: {
    heading: 'Recibir',
    lede: 'Dé esta dirección a quien vaya a pagarle.',
    qr: 'Código QR de su dirección',
    accepted: 'Se acepta aquí',
    otherwise: (chain) =>
      `Envíe solo en esta red (cadena ${chain}). Lo que se envía en otra red no llega aquí.`,
    received: (amount) => `Recibido: ${amount}`,
    watching: 'Los tokens que lleguen aparecerán aquí automáticamente.',
    stalled: 'No se ha podido leer el saldo. Seguimos intentándolo.',
    blind: 'Este servicio no informa de los saldos, así que aquí no aparecen los tokens que llegan.',
    balance: (amount) => `tiene ${amount}`,
  },
  backup: {
    heading: 'Dirección de respaldo',
    lede: 'Si pierde su passkey, esta dirección puede dar una nueva a la wallet. Tarda tres días y, hasta entonces, su passkey puede rechazarla.',
    hint: 'Una dirección cuya clave esté segura y no en este dispositivo: una wallet física o alguien de confianza.',
    present: 'Tiene una dirección de respaldo. Puede cambiarla.',
    none: 'No tiene dirección de respaldo. Si pierde su passkey, pierde también la wallet.',
    unknown: 'Este servicio no informa de la dirección de respaldo.',
    label: 'Nueva dirección de respaldo',
    submit: 'Revisar y firmar',
    remove: 'Quitar la dirección de respaldo',
    later: 'Más tarde',
    pendingHeading: 'Se ha propuesto una passkey nueva',
    pending: (time) =>
      `La dirección de respaldo quiere dar a su wallet una passkey nueva. Se podrá activar a partir del ${time}. Si no fue usted, rechácela ahora.`,
    refuse: 'Rechazar la passkey nueva',
    problems: {
      missing: 'Introduzca una dirección.',
      notAddress: 'Eso no es una dirección que pueda tener una clave: debe ser 0x y 40 caracteres.',
      checksum: 'Esta dirección tiene un error. Cópiela otra vez.',
      self: 'Esa es una wallet suya, que abren las mismas passkeys. Use otra dirección.',
      token: 'Ese es el contrato de un token, que no puede firmar nada. Use otra dirección.',
      same: 'Esa ya es su dirección de respaldo.',
      coSigner: 'Esa es la dirección de su cofirmante o de su passkey de aprobación. Use otra dirección.',
      imitation:
        'Esta dirección se parece a una de las suyas, pero es otra. Cópiela otra vez de donde la conoce.',
    },
    what: {
      set: 'Usted fija una dirección de respaldo',
      remove: 'Usted quita la dirección de respaldo',
      removed: 'La wallet no se podrá recuperar',
      refuse: 'Usted rechaza la passkey propuesta',
      refused: 'Su passkey se mantiene',
      unknown: 'Usted llama a un contrato',
      unknownMain: 'Su efecto es desconocido',
    },
    warnings: {
      'sets-backup':
        'Quien tenga la clave de esta dirección podrá tomar el control de su wallet a los tres días, si usted no lo rechaza a tiempo.',
      'removes-backup': 'Sin dirección de respaldo, perder la passkey es perder la wallet.',
      'unknown-call': 'Esta llamada no se puede descodificar: su efecto es desconocido.',
    },
    confirmed: { heading: 'Hecho', text: 'Está confirmado en la blockchain.' },
    failed: { heading: 'Ha fallado', text: 'No se ha ejecutado y nada ha cambiado.' },
    preparing: 'Preparando…',
    another: 'Ver la dirección de respaldo',
  },
  recover: {
    heading: 'Recupere su wallet',
    lede: 'Para cuando se pierde su passkey. Ahora crea una nueva. Su dirección de respaldo la propone y, tres días después, abre la wallet.',
    submit: 'Crear la passkey nueva',
    domain: 'Sirve en',
    proposalHeading: 'Proponga la passkey nueva',
    proposal:
      'Envíe esta llamada desde su dirección de respaldo, con cualquier aplicación de wallets. Veremos cuándo llega.',
    other:
      'La dirección de respaldo ha propuesto una passkey distinta de esta. Envíe esta llamada para proponer esta en su lugar; los tres días empiezan de nuevo.',
    qr: 'Código QR de la llamada, para aplicaciones de wallets que lo lean',
    watching: 'Esperando. Puede irse y volver: su passkey nueva se conserva.',
    stalled: 'No se ha podido leer la wallet. Seguimos intentándolo.',
    waitingHeading: 'En espera',
    waiting:
      'La passkey nueva está propuesta. Se podrá activar cuando pase el plazo. Hasta entonces la antigua puede rechazarla.',
    waitingElsewhere:
      'Hay una passkey nueva propuesta, pero no se creó en este navegador. Si no la pidió, rechácela con su passkey actual.',
    activateHeading: 'Active la passkey nueva',
    activateText: 'Han pasado los tres días. Desde ahora la passkey nueva abre la wallet y la antigua no.',
    activate: 'Activar',
    working: 'Activando la passkey nueva…',
    noBackupHeading: 'Esta wallet no tiene dirección de respaldo',
    noBackup:
      'Solo la abre su passkey. Búsquela en sus otros dispositivos, en su gestor de contraseñas o en su llave de seguridad.',
    doneHeading: 'Su wallet está recuperada',
    done: 'Se abre con su passkey nueva. La antigua ya no la abre.',
    doneElsewhere: 'Se abre con la passkey nueva, en el dispositivo donde se creó.',
  },
}

const welcome: Parts['welcome'] = {
  mail: 'Revise su correo para proteger esta wallet',
  link: 'Abra el enlace que le enviamos. Después, este servicio no envía nada desde la wallet hasta que usted lo apruebe en la aplicación de aprobación.',
}

/** Entry of this language's file. */
export default function openLanguage(): Language {
  return {
    ...main,
    parts: { calls, held, frame, funding, message, notes, quantity, signing, wallet, welcome },
  }
}
