import type { SigningMessages } from '#widget/messages/signing-en.ts'

export const signing: SigningMessages = {
  what: {
    coins: (amount) => ({ label: 'Envía', main: amount }),
    moved: (amount) => ({ label: 'Mueve lo que tiene otra cuenta', main: amount }),
    moreAllowance: (amount) => ({ label: 'Permite gastar más', main: amount }),
    several: (count) => ({
      label: 'Firma una vez para',
      main: count === 1 ? '1 llamada' : `${count} llamadas`,
      remark: 'Se hacen en este orden: todas o ninguna.',
    }),
    backup: () => ({ label: 'Cambia esta cartera', main: 'Recibe esta dirección de respaldo' }),
    backupRemoved: () => ({ label: 'Cambia esta cartera', main: 'Ya no tiene dirección de respaldo' }),
    recoveryCancelled: () => ({ label: 'Cambia esta cartera', main: 'Se cancela la recuperación' }),
    callCancelled: () => ({ label: 'Retira', main: 'Una llamada que firmó' }),
    told: (said) => ({
      label: 'Esta página dice',
      main: said,
      remark:
        'Son palabras de la página y nadie aquí las ha comprobado. Las direcciones y los números se leen de la propia llamada.',
    }),
  },
  labels: {
    backup: 'Dirección de respaldo',
    data: 'Datos',
    extraData: 'Datos que se entregan',
    holder: 'Se toma de',
    length: 'Longitud',
    selector: 'Función',
    value: 'También se envía',
  },
  callOf: (number, count) => `Llamada ${number} de ${count}`,
  bytes: (count) => (count === 1 ? '1 byte' : `${count} bytes`),
  warnings: {
    'allowance-over-balance':
      'Es más de lo que tiene su cartera: también se podrá tomar lo que llegue después.',
    'from-other-account': 'Lo que se mueve es de otra cuenta, que ha permitido a su cartera moverlo.',
    'removes-backup':
      'La cartera se quedará sin dirección de respaldo. Si se pierde la passkey, nadie podrá recuperarla.',
    'sets-backup': 'Quien controle la dirección de respaldo podrá quedarse con la cartera tras un plazo.',
  },
  unread: {
    heading: 'Esta página pide algo que no se puede leer',
    lede: 'Nadie aquí puede decir qué hace esta llamada. Puede entregar todo lo que tiene esta cartera.',
    understood: 'Entiendo que no puedo ver lo que hace',
    missing: 'Marque la casilla o cancele.',
    submit: 'Seguir',
  },
}
