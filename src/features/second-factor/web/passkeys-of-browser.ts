import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useSettings } from '#web/hooks/use-root.ts'

export type AskedOfPasskey = PublicKeyCredentialRequestOptionsJSON
export type AskedOfNewPasskey = PublicKeyCredentialCreationOptionsJSON

const hasPasskeys = () =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'

/** Whether this browser has passkeys at this address: they belong to the shop's own. */
export function usePasskeys() {
  const hydrated = useHydrated()
  const { publicUrl } = useSettings()
  return hydrated && window.isSecureContext && window.location.origin === publicUrl && hasPasskeys()
}

/** As text to send; undefined: the person said no, or the device has none. */
export async function signByPasskey(asked: AskedOfPasskey) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked)
  return asText(await navigator.credentials.get({ publicKey }).catch(() => null))
}

export async function makePasskey(asked: AskedOfNewPasskey) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked)
  return asText(await navigator.credentials.create({ publicKey }).catch(() => null))
}

const asText = (credential: Credential | null) => (credential ? JSON.stringify(credential) : undefined)
