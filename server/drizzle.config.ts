import { defineConfig } from 'drizzle-kit'

// Run from server/: `npx drizzle-kit generate --name what_changes`.
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema.ts',
  out: './src/database/migrations',
})
