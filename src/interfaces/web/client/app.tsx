import { Link, Route, Switch, useLocation } from 'wouter';
import { EventsScreen } from './events/events-screen.js';
import { ErrorBoundary } from './frame/error-boundary.js';
import { Frame } from './frame/frame.js';
import { JobScreen } from './job/job-screen.js';
import { JobsScreen } from './jobs/jobs-screen.js';
import { NewJobScreen } from './new-job/new-job-screen.js';
import { OverviewScreen } from './overview/overview-screen.js';
import { Empty } from './ui/states.js';
import { WorkersScreen } from './workers/workers-screen.js';

/** The views, by their addresses. The server knows the same list (`operator-page.ts`). */
export function App() {
  const [path] = useLocation();
  return (
    <Frame>
      <ErrorBoundary place={path}>
        <Switch>
          <Route path="/" component={OverviewScreen} />
          <Route path="/jobs" component={JobsScreen} />
          <Route path="/jobs/new" component={NewJobScreen} />
          <Route path="/jobs/:id">{({ id }) => <JobScreen key={id} id={id} />}</Route>
          <Route path="/events" component={EventsScreen} />
          <Route path="/workers" component={WorkersScreen} />
          <Route>
            <Empty icon="search" title="There is no such page">
              <p>
                <Link href="/">To the overview</Link>
              </p>
            </Empty>
          </Route>
        </Switch>
      </ErrorBoundary>
    </Frame>
  );
}
