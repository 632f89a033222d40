import { google_sign_in } from '../google_sign_in.ts'

export const merchant_feed = google_sign_in({ 'https://www.googleapis.com/auth/content': 'all' })
