/** What an operator sets about the API, and what `GET /api/config/` tells of the process. */
export abstract class ApiSettings {
  abstract readonly version: string;
  abstract readonly store: 'memory' | 'sqlite' | 'postgres';
  /** How the operator calls this installation, or ''. */
  abstract readonly environment: string;
  /** IANA name of the zone in which responses write their times. */
  abstract readonly timeZone: string;
  /** Host names that requests may be addressed to; with a port, that port alone. `*` lets every host through. */
  abstract readonly allowedHosts: readonly string[] | '*';
  /** The address under which clients know the API, perhaps with a path in front; null: as each request says. */
  abstract readonly publicUrl: string | null;
  /** Whether `X-Forwarded-*` comes from a proxy of ours and may be believed. */
  abstract readonly trustProxy: boolean;
  /** Origins such as `https://ops.example` whose pages may call the API. */
  abstract readonly corsAllowedOrigins: readonly string[];
  /** Largest request body, as sent and after decompression. */
  abstract readonly maxBodyBytes: number;
  abstract readonly worker: WorkerFigures;
}

/** How the workers of this installation are set. */
export interface WorkerFigures {
  readonly threads: number;
  readonly pollIntervalMs: number;
  readonly leaseSeconds: number;
  readonly cleanupIntervalSeconds: number;
  readonly cleanupBatchSize: number;
  readonly backoffBaseSeconds: number;
  readonly backoffMaxSeconds: number;
  readonly maxAttemptsDefault: number;
}
