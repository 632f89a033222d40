import { google_sign_in } from '../google_sign_in.ts'

export const gx_analytics = google_sign_in({ 'https://www.googleapis.com/auth/analytics.readonly': 'all' })
