import { ActionIcon, Button, Loader, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { AiCitation, AiMessage } from '@sheaf/contract';
import { IconDownload, IconMessageCircleOff, IconMessages } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isAbsent } from '../../lib/api/http.ts';
import { saveBlob } from '../../lib/browser/save-file.ts';
import { Drawer } from '../../ui/dialogs/modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailed } from '../../ui/feedback/load-failed.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import classes from './ai-chat.module.css';
import { exportThread } from './api/threads.ts';
import { Announcement } from './conversation/announcement.tsx';
import { Composer } from './conversation/composer.tsx';
import { FirstScreen } from './conversation/first-screen.tsx';
import { MessageList } from './conversation/message-list.tsx';
import { ProblemNote } from './conversation/problem-note.tsx';
import { Sources } from './conversation/sources.tsx';
import { type Conversation, useConversation } from './conversation/use-conversation.ts';
import { useEndInView } from './conversation/use-end-in-view.ts';
import { partsOf, type ScopeChoices } from './scope/scope.ts';
import { ScopeBar } from './scope/scope-bar.tsx';
import { ThreadList } from './threads/thread-list.tsx';

interface AiChatProps {
  threadId: string | undefined;
  /** The documents a new conversation is about. */
  documentIds: readonly string[];
  /** The model that answers; null: answers consist of quotes. */
  model: string | null;
  choices: ScopeChoices;
  /** The title of the page. */
  heading: ReactNode;
  mayChangePlan: boolean;
  /** Undefined: a new conversation. */
  onThread(id: string | undefined, how: { replace: boolean }): void;
  onCite(citation: AiCitation): void;
}

/** Conversations at the left, the open one in the middle, the sources of an answer at the right. */
export function AiChat(props: AiChatProps) {
  const { threadId, heading, onThread, onCite } = props;
  const isWide = useMediaQuery('(min-width: 80em)', true);
  const isNarrow = useMediaQuery('(max-width: 62em)', false);
  const [drawer, { open, close }] = useDisclosure(false);
  const conversation = useConversation({
    ...props,
    onCreated: (id) => onThread(id, { replace: true }),
  });
  /** The answer whose sources are shown, until the next answer. */
  const [chosen, setChosen] = useState<{ id: string; answers: number }>();
  const answers = conversation.messages.filter(({ role }) => role === 'assistant');
  const isChosen = ({ id }: AiMessage) => chosen?.id === id && chosen.answers === answers.length;
  const sourced = answers.find(isChosen) ?? answers.at(-1);
  const { isRunning } = useStopOnEscape(conversation);
  const list = (
    <ThreadList
      current={threadId}
      onOpen={(id) => {
        close();
        onThread(id, { replace: false });
      }}
    />
  );
  const showsSources = isWide && !isRunning && sourced !== undefined && sourced.citations.length > 0;
  return (
    <div className={classes.chat} data-sources={showsSources || undefined}>
      {isNarrow ? (
        <Drawer opened={drawer} onClose={close} title="Conversations" size={320} styles={{ body: { padding: 0 } }}>
          {list}
        </Drawer>
      ) : (
        <div className={classes.threads}>
          <div className={classes.heading}>{heading}</div>
          <nav aria-label="Conversations">{list}</nav>
        </div>
      )}
      <div className={classes.middle}>
        <Head
          conversation={conversation}
          heading={isNarrow ? heading : null}
          onConversations={isNarrow ? open : undefined}
        />
        <Body
          {...props}
          conversation={conversation}
          withSources={isWide ? sourced?.id : null}
          onSources={(id) => setChosen({ id, answers: answers.length })}
        />
        <div className={`stack gap-8 rigid wide ${classes.foot}`}>
          {conversation.problem ? (
            <ProblemNote problem={conversation.problem} mayChangePlan={props.mayChangePlan} />
          ) : null}
          <Composer
            key={threadId ?? 'new'}
            scope={<ScopeBar scope={conversation.scope} choices={props.choices} onChange={conversation.setScope} />}
            isRunning={isRunning}
            onAsk={conversation.ask}
            onStop={conversation.stop}
          />
          <Text size="xs" c="dimmed" ta="center">
            {props.model === null
              ? 'No AI model is set up, so answers are quotes from your files.'
              : 'Answers can be wrong. Check the sources.'}
          </Text>
        </div>
      </div>
      {showsSources ? (
        <aside className={classes.aside} aria-label="Sources of the answer">
          <Sources answer={sourced} onCite={onCite} />
        </aside>
      ) : null}
      <Announcement key={threadId ?? 'new'} running={conversation.running} last={conversation.messages.at(-1)} />
    </div>
  );
}

interface HeadProps {
  conversation: Conversation;
  heading: ReactNode;
  onConversations?: () => void;
}

function Head({ conversation, heading, onConversations }: HeadProps) {
  const { thread } = conversation;
  if (!thread && !onConversations) return null;
  const save = (id: string) =>
    exportThread(id).then(
      ({ name, markdown }) => saveBlob(new Blob([markdown], { type: 'text/markdown' }), name),
      () => toast.error('Couldn’t export this conversation. Try again.'),
    );
  return (
    <div className={`row gap-12 rigid ${classes.head}`}>
      {onConversations ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconMessages size={16} stroke={1.7} aria-hidden />}
          onClick={onConversations}
        >
          Conversations
        </Button>
      ) : null}
      {thread ? (
        <VisuallyHidden component="div">{heading}</VisuallyHidden>
      ) : (
        <div className={`ellipsis ${classes.title}`}>{heading}</div>
      )}
      {thread ? <h2 className={`ellipsis ${classes.title}`}>{thread.title}</h2> : null}
      {thread ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label="Export conversation"
          title="Export conversation"
          onClick={() => void save(thread.id)}
        >
          <IconDownload size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      ) : null}
    </div>
  );
}

interface BodyProps extends AiChatProps {
  conversation: Conversation;
  withSources: string | undefined | null;
  onSources(id: string): void;
}

function Body({ threadId, conversation, mayChangePlan, withSources, onSources, onThread, onCite }: BodyProps) {
  const { query, scope } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  useEndInView(scroller, threadId);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
    <section ref={scroller} className={classes.scroll} tabIndex={0} aria-label="Conversation">
      {threadId === undefined ? (
        <FirstScreen isLimited={partsOf(scope).length > 0} onAsk={(question) => void conversation.ask(question)} />
      ) : query.data ? (
        <MessageList
          threadId={threadId}
          conversation={conversation}
          mayChangePlan={mayChangePlan}
          withSources={withSources}
          onSources={onSources}
          onCite={onCite}
        />
      ) : isAbsent(query.error) ? (
        <EmptyState
          icon={IconMessageCircleOff}
          title="Conversation not found"
          action={<Button onClick={() => onThread(undefined, { replace: false })}>Start a new conversation</Button>}
        >
          It was deleted, or it belongs to someone else.
        </EmptyState>
      ) : query.isError ? (
        <LoadFailed what="this conversation" retry={() => void query.refetch()} />
      ) : (
        <Loader size="sm" aria-label="Loading" className={classes.loading} />
      )}
    </section>
  );
}

/** Escape stops the answer that is being written, unless it closes something. */
function useStopOnEscape({ running, stop }: Conversation): { isRunning: boolean } {
  const isRunning = running?.state === 'running' || running?.state === 'stopping';
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isRunning) return;
    if (document.querySelector('[role=dialog], [role=menu]')) return;
    stop();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { isRunning };
}
