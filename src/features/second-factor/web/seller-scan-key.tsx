import { Panel } from '#web/ui/panel.tsx'
import { CopyButton } from './seller-copy-button.tsx'

export interface Key {
  otpauth: string
  secret: string
  /** Of the QR code: its dark dots, and how many stand in a row. */
  path: string
  size: number
}

/** The key of a new factor, to scan or to type. */
export function ScanKey({ secret, path, size }: Key) {
  return (
    <Panel aria-labelledby="scan-title" className="grid gap-4 p-4 nav:p-6">
      <h2 id="scan-title" className="text-xl">
        Scan this with an authenticator app
      </h2>
      <div className="grid gap-4 sm:grid-cols-[auto_1fr] sm:gap-6">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label="QR code of the key"
          shapeRendering="crispEdges"
          className="size-48 border border-line bg-white"
        >
          <path d={path} className="fill-black" />
        </svg>
        <div className="grid content-start gap-2">
          <p>Any app that shows six digits will do. It needs no network.</p>
          <p className="text-ink-soft text-sm">No camera? Type this key into the app:</p>
          <p className="wrap-anywhere font-mono">{secret.replace(/.{4}(?=.)/g, '$& ')}</p>
          <CopyButton text={secret}>Copy the key</CopyButton>
        </div>
      </div>
    </Panel>
  )
}
