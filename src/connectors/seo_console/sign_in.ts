import { google_sign_in } from '../google_sign_in.ts'

export const seo_console = google_sign_in({ 'https://www.googleapis.com/auth/webmasters.readonly': 'all' })
