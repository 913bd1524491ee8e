import type { MainMessages } from '#widget/messages/en.ts'

/** Spanish, formal. */
export const main: MainMessages = {
  language: 'es',
  direction: 'ltr',
  separators: { group: '.', decimal: ',' },
  errors: {
    CONFIGURATION: 'Esta página no ha configurado bien la cartera. Avise a sus responsables.',
    UNSUPPORTED_BROWSER:
      'Este navegador no puede usar passkeys en esta página. Ábrala en un navegador actual.',
    RP_ID_MISMATCH: 'La passkey pertenece a otra dirección web. Abra la página en la que creó la cartera.',
    OPERATION_NOT_ALLOWED: 'Esta página no puede hacer eso con su cartera. Avise a sus responsables.',
    SESSION_EXPIRED:
      'Su sesión ha terminado. Recargue la página, inicie sesión si se lo pide y empiece de nuevo.',
    OFFLINE: 'No tiene conexión. Compruébela e inténtelo otra vez: no se ha perdido nada.',
    NETWORK_FAILED:
      'No se ha podido contactar con el servicio de carteras. Inténtelo de nuevo en un momento: no se ha perdido nada.',
    UNEXPECTED_ANSWER:
      'El servicio de carteras ha dado una respuesta que no entendemos, así que hemos parado. Inténtelo más tarde.',
    OUTCOME_UNKNOWN: 'No hemos podido ver si se envió. Inténtelo otra vez: nada se envía nunca dos veces.',
    UNKNOWN: 'Algo ha salido mal. Inténtelo otra vez o avise a los responsables de esta página.',
    PASSKEY_CANCELLED:
      'La ventana de la passkey se cerró o no encontró ninguna adecuada. No se ha firmado nada. Inténtelo otra vez.',
    PASSKEY_TIMEOUT:
      'La ventana de la passkey no respondió a tiempo. No se ha firmado nada. Inténtelo otra vez.',
    PASSKEY_BLOCKED:
      'La página que contiene a esta no permite passkeys. Abra esta página en su propia pestaña.',
    PASSKEY_EXISTS: 'Este dispositivo ya tiene una passkey así. Use esa o elija otro dispositivo.',
    PASSKEY_UNSUITABLE:
      'Esta passkey no puede abrir una cartera. Pruebe con otro dispositivo o gestor de contraseñas.',
    PASSKEY_WRONG:
      'Esa es la passkey de otra cartera. No se ha enviado nada. Inténtelo con la de esta cartera.',
    ADDRESS_MISMATCH:
      'El servicio de carteras ha dado una dirección que no es la de su passkey, así que hemos parado. No envíe nada a ella y avise a los responsables de esta página.',
    CALL_MISMATCH:
      'El servicio de carteras ha preparado algo distinto de lo que pidió, así que hemos parado. No se ha firmado nada. Avise a los responsables de esta página.',
    NO_WALLET: 'Aún no tiene ninguna cartera aquí. Cree una primero.',
    NO_TOKEN: 'Esta cartera no tiene monedas que se puedan enviar desde aquí.',
    INSUFFICIENT_BALANCE:
      'El saldo de la cartera no alcanza para la comisión. Añada monedas e inténtelo otra vez.',
    STOPPED_BY_PAGE: 'Esta página ha impedido la firma. No se ha enviado nada.',
    VALIDATION_FAILED:
      'El servicio de carteras ha rechazado algo que introdujo. Revíselo e inténtelo otra vez.',
    INVALID_VERIFICATION_CODE:
      'Ese código es incorrecto o demasiado antiguo. Mire el correo más reciente o pida un código nuevo.',
    INVALID_PUBLIC_KEY: 'El servicio de carteras no puede usar esta passkey. Cree otra.',
    RP_ID_HASH_NOT_REGISTERED:
      'Esta dirección web no está registrada para carteras. Avise a sus responsables.',
    WALLET_ALREADY_DEPLOYED:
      'Esta passkey ya tiene una cartera, pero no en su cuenta de aquí. Empiece de nuevo y cree una passkey nueva.',
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
    TOKEN_UNREADABLE: 'Este token no se puede leer. Revise su dirección.',
    WALLET_NOT_OWNED: 'Esta cartera no está en su cuenta de aquí. Avise a los responsables de esta página.',
    NOT_FOUND: 'El servicio de carteras no ofrece esto. Avise a los responsables de esta página.',
    CONFLICT: 'Esto ya se está haciendo. Espere un momento e inténtelo otra vez.',
    RATE_LIMITED: 'Demasiadas veces seguidas. Espere un momento e inténtelo otra vez.',
    CHAIN_FAILED:
      'No se ha podido contactar con la blockchain. Inténtelo de nuevo en un momento: no se ha perdido nada.',
    CHAIN_TIMEOUT: 'La blockchain no respondió a tiempo. Inténtelo otra vez: nunca se envía nada dos veces.',
    UNAVAILABLE:
      'El servicio de carteras no está disponible ahora. Inténtelo de nuevo en un momento: no se ha perdido nada.',
    ORIGIN_REFUSED: 'Esta dirección web no puede usar el servicio de carteras. Avise a sus responsables.',
    EMAIL_REFUSED: 'Esta sesión es de otra dirección de correo. Recargue la página y empiece de nuevo.',
  },
  warnings: {
    'self-transfer': 'El destinatario es esta misma cartera.',
    'to-token-contract':
      'El destinatario es el propio contrato del token. Las monedas que se envían allí se pierden.',
    'to-zero-address': 'El destinatario no es nadie. Las monedas que se envían allí se pierden.',
    'unknown-token': 'Nadie aquí responde por este token ni por su nombre.',
    'suspicious-token-text': 'El nombre del token está escrito para engañar.',
  },
  otherWarning: 'Lea cada dato antes de confirmar.',
  states: {
    SUBMITTED: { heading: 'Enviado', text: 'La blockchain lo está confirmando. Tarda unos segundos.' },
    CONFIRMED: { heading: 'Confirmado', text: 'La transferencia es definitiva.' },
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
    retryIn: (seconds) => `Inténtelo otra vez en ${seconds} s.`,
    units: (units) => `${units} unidades mínimas`,
    chain: (chainId) => `Cadena ${chainId}`,
    unnamed: 'Cartera',
    noFee: 'Ninguna',
  },
  labels: {
    address: 'Dirección',
    amount: 'Importe',
    calldata: 'Datos de la llamada',
    digest: 'Hash que se firma',
    email: 'Correo electrónico',
    exactAmount: 'Importe en unidades mínimas',
    expiration: 'Caduca (segundos Unix)',
    fee: 'Comisión',
    feeReceiver: 'La comisión va a',
    feeToken: 'Token de la comisión',
    feeUnits: 'Comisión en unidades mínimas',
    fingerprint: 'Palabras de control',
    from: 'De',
    function: 'Función',
    name: 'Nombre',
    network: 'Red',
    reason: 'Motivo',
    to: 'Para',
    token: 'Token',
    transaction: 'Transacción',
    validFor: 'Válido durante',
  },
  person: {
    heading: 'Cree su cartera',
    lede: (organization) =>
      `${organization} confirma primero su correo. Después, una passkey en su dispositivo se convierte en la llave de su cartera.`,
    emailInvalid: 'Introduzca una dirección de correo como name@example.com.',
    label: 'Nombre de la cartera',
    labelInvalid: (max) => `Use como máximo ${max} caracteres.`,
    submit: 'Enviar código',
  },
  code: {
    heading: 'Introduzca el código',
    lede: (email) => `Hemos enviado seis cifras a ${email}. Valen diez minutos.`,
    label: 'Código del correo',
    invalid: 'El código tiene seis cifras.',
    submitWithPasskey: 'Crear cartera',
    resend: 'Enviar un código nuevo',
    resendIn: (seconds) => `Enviar un código nuevo (${seconds} s)`,
    resent: 'Un código nuevo está en camino. Solo vale el más reciente.',
    passkeyKept: 'Su passkey se conserva.',
    changeEmail: 'Cambiar el correo',
  },
  passkey: {
    heading: 'Cree su passkey',
    lede: 'Su dispositivo le pide la huella, la cara o el PIN. La passkey es la única llave de la cartera: nadie más la ve nunca.',
    domain: 'Sirve en',
    submit: 'Crear passkey',
    knownHeading: 'Continúe con su passkey',
    knownLede: 'Ya creó una aquí y todavía no tiene cartera. Confírmela una vez y seguimos.',
    knownSubmit: 'Usar mi passkey',
    makeNew: 'Crear una passkey nueva',
    useKnown: 'Usar la passkey que ya creé',
  },
  working: {
    address: 'Calculando la dirección de la cartera…',
    wallet: 'Creando la cartera…',
    prepare: 'Preparando la transferencia…',
    execute: 'Enviando…',
  },
  created: {
    heading: 'Su cartera está lista',
    lede: 'Se abre con la passkey que acaba de crear.',
    backup: 'Añadir una dirección de respaldo',
  },
  wallet: {
    heading: 'Elija una cartera',
    lede: '¿Desde qué cartera quiere enviar?',
  },
  transfer: {
    heading: 'Enviar monedas',
    change: 'Cambiar de cartera',
    toHint: 'La dirección del destinatario: 0x y 40 caracteres.',
    balance: (amount) => `Saldo: ${amount}`,
    all: 'Enviar todo',
    submit: 'Revisar',
    problems: {
      toMissing: 'Introduzca la dirección del destinatario.',
      toNotAddress: 'Eso no es una dirección: debe ser 0x y 40 caracteres.',
      toChecksum: 'Esta dirección tiene un error. Cópiela otra vez.',
      toZero: 'Esa dirección no es de nadie. Introduzca otra.',
      amountMissing: 'Introduzca un importe.',
      amountFormat: 'Introduzca un número como 12,50, sin separar los miles.',
      amountDecimals: (decimals) =>
        decimals === 0
          ? 'Introduzca un número entero.'
          : `Use como máximo ${decimals} ${decimals === 1 ? 'cifra' : 'cifras'} después de la coma.`,
      amountZero: 'Introduzca más que cero.',
      amountRange: 'Ese número es demasiado grande.',
      amountBalance: (balance, fee, fixed) =>
        `La cartera tiene ${balance}${fee === '' ? '' : ` y la comisión es de ${fee}`}. ${fixed ? 'Añada monedas e inténtelo otra vez' : 'Introduzca menos'}.`,
    },
  },
  confirm: {
    heading: 'Revise y confirme',
    lede: 'Envía',
    until: (minutes, time) => `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}, hasta el ${time}`,
    fingerprintHint: 'Las mismas palabras aparecen dondequiera que se muestre esta transferencia.',
    details: 'Datos exactos',
    unverified: (amount) => `${amount}, si el token dice la verdad`,
    submit: 'Confirmar con passkey',
  },
  progress: {
    noStatus: 'El servicio de carteras no dice a esta página cómo continúa.',
    lost: 'Sin conexión con el servicio de carteras. Seguimos intentándolo solos: no se pierde nada ni se envía dos veces.',
    another: 'Enviar más',
  },
}
