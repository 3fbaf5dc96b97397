import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.js';
import { BASE_PATH } from './boot.js';
import { queryClient } from './state/query-client.js';

const root = document.getElementById('app');
if (root === null) throw new Error('The document has no place for the page');

createRoot(root).render(
  <QueryClientProvider client={queryClient}>
    <Router base={BASE_PATH}>
      <App />
    </Router>
  </QueryClientProvider>,
);
