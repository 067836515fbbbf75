import type { Organization } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../ui/feedback/toast.ts';
import { OrganizationLogo } from '../../../ui/pictures/organization-logo.tsx';
import { PictureEditor } from '../../../ui/pictures/picture-editor.tsx';
import { changeLogo } from '../api/change-organization.ts';

/** Saves the logo immediately; name and industry have their own form. */
export function LogoEditor({ organization }: { organization: Organization }) {
  const { mutate, isPending } = useMutation(changeLogo);
  const save = (picture: Blob | null) => {
    const onSuccess = () => toast.success(picture ? 'Logo saved' : 'Logo removed');
    mutate({ id: organization.id, picture }, { onSuccess });
  };
  return (
    <PictureEditor what="logo" shape="rect" present={organization.logo !== null} pending={isPending} onSave={save}>
      <OrganizationLogo organization={organization} size={72} />
    </PictureEditor>
  );
}
