import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { BUILD_META } from '@yibao/shared/console-build.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
/** Unix ms; SOURCE_DATE_EPOCH (seconds) makes two builds of one commit equal. */
const buildTime = process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now()

/** Pinyin initials of every page's title, computed here: a pinyin library would cost the browser 139 KiB. */
const initials = Object.fromEntries(menuRows.map(({ name, title }) => [name, initialsOf(title).toLowerCase()]))

export default defineConfig({
  // One build for every address: whoever serves index.html writes <base href> (DESIGN 4).
  base: './',
  plugins: [
    react(),
    {
      name: 'build-number',
      apply: 'build',
      transformIndexHtml: () => [
        { tag: 'meta', attrs: { name: BUILD_META, content: String(buildTime) }, injectTo: 'head-prepend' },
      ],
    },
  ],
  define: {
    __VERSION__: JSON.stringify(version),
    __BUILD_TIME__: String(buildTime),
    __INITIALS__: JSON.stringify(initials),
  },
  build: {
    target: 'chrome89',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Order is precedence. React alone, because the login page loads nothing else of these.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the login page and the shell share: without this rolldown mixes it with axios, and login loads both.
            {
              name: 'base',
              test: /node_modules\/zustand\/|console\/src\/(state\/(storage|session|place|password|theme|version|reload)|api\/config|login\/(post|login|sign-in|clear))\.|shared\/src\/(envelope|calls\/paths)\./,
            },
            { name: 'jsencrypt', test: /node_modules\/jsencrypt\// },
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
          ],
        },
      },
    },
  },
})
