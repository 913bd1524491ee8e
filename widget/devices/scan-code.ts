/** The browser's barcode detector, if it has one (Shape Detection API). */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

const LOOK_EVERY_MS = 200

/** Whether this browser can read QR codes with a camera. */
export function canScan(): boolean {
  return 'BarcodeDetector' in globalThis && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/**
 * Shows the camera's picture in `frame` until it has read a QR code. Stops the camera when the frame leaves
 * the page.
 *
 * @throws the browser's error if there is no camera or the person denies it
 */
export async function scanCode(frame: HTMLElement): Promise<string> {
  const detector = createDetector()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    const video = document.createElement('video')
    video.muted = true
    video.playsInline = true
    video.srcObject = stream
    frame.append(video)
    await video.play()
    while (frame.isConnected) {
      const [found] = await detector.detect(video)
      if (found !== undefined) return found.rawValue
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    throw new DOMException('the step was left', 'AbortError')
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

function createDetector(): Detector {
  const constructor: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (typeof constructor !== 'function') throw new DOMException('no reader of codes', 'NotSupportedError')
  const detector: unknown = Reflect.construct(constructor, [{ formats: ['qr_code'] }])
  if (isDetector(detector)) return detector
  throw new DOMException('no reader of codes', 'NotSupportedError')
}

function isDetector(given: unknown): given is Detector {
  return (
    typeof given === 'object' && given !== null && 'detect' in given && typeof given.detect === 'function'
  )
}
