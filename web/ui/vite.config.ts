import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The page lies inside the program, so it is built into the crate that serves it. What is built depends on nothing but
// the sources and the lock file, so that a check can build it again and compare.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../../crates/web/page',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7878' }, fs: { allow: ['../..'] } },
});
