// It brings no types.
declare module 'web-push' {
  interface Request {
    headers: Record<string, string | number>
    body: Buffer | null
  }
  interface Options {
    vapidDetails: { subject: string; publicKey: string; privateKey: string }
    /** Seconds. */
    TTL: number
    urgency: 'very-low' | 'low' | 'normal' | 'high'
    topic?: string
  }
  const webPush: {
    /** Throws where a key is none. */
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: Options,
    ): Request
  }
  export default webPush
}
